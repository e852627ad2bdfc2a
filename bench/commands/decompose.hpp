// `bricks-bench decompose`: models in, a suite of unique bricks out.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace CLI {
class App;
}

namespace bricks {

void add_decompose_command(CLI::App& command, ExitStatus& status);

}  // namespace bricks
