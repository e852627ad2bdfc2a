// `bricks-bench zoo`: the models that the program brings along; `zoo NAME`: one of them, layer by layer;
// `--export DIR` writes them as JSON models.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace CLI {
class App;
}

namespace bricks {

void add_zoo_command(CLI::App& command, ExitStatus& status);

}  // namespace bricks
