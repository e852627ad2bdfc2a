// `bricks-bench compose --model ... --results RESULTS`: latencies of models from results of their bricks.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace bricks {

class CommandLine;

void add_compose_command(CommandLine& command, ExitStatus& status);

}  // namespace bricks
