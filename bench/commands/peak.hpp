// `bricks-bench peak`: what the machine can do at most.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace bricks {

class CommandLine;

void add_peak_command(CommandLine& command, ExitStatus& status);

}  // namespace bricks
