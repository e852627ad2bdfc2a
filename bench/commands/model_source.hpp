// Models by what the command line calls them.
#pragma once

#include "bench/commands/options.hpp"
#include "engine/graph/graph.hpp"

#include <string>
#include <vector>

namespace bricks {

// Whether a model's name on the command line is a file's. A folder does not count: results are often kept in
// one that is named as a model of the zoo, or "all".
bool names_a_file(const std::string& model);

// A file if there is one of that name (.onnx, else JSON), otherwise a model of the zoo, with or without
// ".json"; "all" is every model of the zoo. A graph's name is its file's without folder and extension. Throws
// Error for a model that is not found, named twice or does not take the batch size.
std::vector<Graph> load_models(const ModelOptions& options);

// The names given, "all" being those of the zoo. Throws Error where there are none, and for one that is
// neither a file nor in the zoo; nothing is loaded.
std::vector<std::string> model_names(const ModelOptions& options);

}  // namespace bricks
