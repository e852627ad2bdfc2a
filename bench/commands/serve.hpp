// `bricks-bench serve`: our engine behind the protocol of bench/backends/README.md.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace bricks {

class CommandLine;

void add_serve_command(CommandLine& command, ExitStatus& status);

}  // namespace bricks
