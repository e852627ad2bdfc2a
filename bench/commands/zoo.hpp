// `bricks-bench zoo`: the models that the program brings along; `zoo NAME`: one of them, layer by layer;
// `--export DIR` writes them as JSON models.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace bricks {

class CommandLine;

void add_zoo_command(CommandLine& command, ExitStatus& status);

}  // namespace bricks
