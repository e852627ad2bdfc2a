// The commands that measure, on another engine: `--backend NAME`.
#pragma once

#include "bench/commands/exit_status.hpp"
#include "bench/commands/options.hpp"

#include <string>

namespace bricks {

// `measure SUITE --backend NAME`.
void measure_on_backend(const std::string& suite_folder, const MeasureOptions& measure,
                        const OutputOptions& output);

// The one-line form with --backend: decompose, measure and compose for that engine; validation runs whole
// models on it and compares the bricks' outputs with our engine's.
ExitStatus run_on_backend(const ModelOptions& models, const DecomposeOptions& decompose,
                          const MeasureOptions& measure, const ValidateOptions& validate,
                          const OutputOptions& output);

}  // namespace bricks
