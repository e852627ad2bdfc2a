// `bricks-bench stats`: how much layers repeat within and across models (section 2 of the DLBricks paper).
#pragma once

#include "bench/commands/exit_status.hpp"

namespace bricks {

class CommandLine;

void add_stats_command(CommandLine& command, ExitStatus& status);

}  // namespace bricks
