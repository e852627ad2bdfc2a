// The one-line form, `bricks-bench --model vgg16 --G 1`: decompose, measure, compose and, unless told
// otherwise, validate.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace bricks {

class CommandLine;

void add_run_command(CommandLine& command, ExitStatus& status);

}  // namespace bricks
