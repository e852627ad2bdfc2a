// `bricks-bench compare --model ... --backend NAME`: other engines on the same models, in the same rounds.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace bricks {

class CommandLine;

void add_compare_command(CommandLine& command, ExitStatus& status);

}  // namespace bricks
