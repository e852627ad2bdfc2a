// The one-line form, `bricks-bench --model vgg16 --G 1`: decompose, measure, compose and, unless told
// otherwise, validate.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace CLI {
class App;
}

namespace bricks {

void add_run_command(CLI::App& command, ExitStatus& status);

}  // namespace bricks
