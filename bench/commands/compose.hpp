// `bricks-bench compose --model ... --results RESULTS`: latencies of models from results of their bricks.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace CLI {
class App;
}

namespace bricks {

void add_compose_command(CLI::App& command, ExitStatus& status);

}  // namespace bricks
