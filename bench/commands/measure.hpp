// `bricks-bench measure SUITE --out RESULTS`: times the bricks of a suite; no model is seen.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace CLI {
class App;
}

namespace bricks {

void add_measure_command(CLI::App& command, ExitStatus& status);

}  // namespace bricks
