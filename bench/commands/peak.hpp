// `bricks-bench peak`: what the machine can do at most.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace CLI {
class App;
}

namespace bricks {

void add_peak_command(CLI::App& command, ExitStatus& status);

}  // namespace bricks
