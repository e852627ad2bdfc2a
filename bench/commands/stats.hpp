// `bricks-bench stats`: how much layers repeat within and across models (section 2 of the DLBricks paper).
#pragma once

#include "bench/commands/exit_status.hpp"

namespace CLI {
class App;
}

namespace bricks {

void add_stats_command(CLI::App& command, ExitStatus& status);

}  // namespace bricks
