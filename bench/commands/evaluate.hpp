// `bricks-bench evaluate`: the whole evaluation of the DLBricks paper, as data.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace bricks {

class CommandLine;

void add_evaluate_command(CommandLine& command, ExitStatus& status);

}  // namespace bricks
