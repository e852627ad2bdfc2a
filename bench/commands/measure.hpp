// `bricks-bench measure SUITE --out RESULTS`: times the bricks of a suite; no model is seen.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace bricks {

class CommandLine;

void add_measure_command(CommandLine& command, ExitStatus& status);

}  // namespace bricks
