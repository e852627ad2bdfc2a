// `bricks-bench infer`: one run of a model on NumPy files, so that anyone can check the engine against
// anything. `bricks-bench export`: a model as an ONNX or JSON file.
#pragma once

#include "bench/commands/exit_status.hpp"

namespace bricks {

class CommandLine;

void add_infer_command(CommandLine& command, ExitStatus& status);
void add_export_command(CommandLine& command, ExitStatus& status);

}  // namespace bricks
