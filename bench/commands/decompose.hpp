// `bricks-bench decompose`: models in, a suite of unique bricks out.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace bricks {

class CommandLine;

void add_decompose_command(CommandLine& command, ExitStatus& status);

}  // namespace bricks
