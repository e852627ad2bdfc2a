// Models as JSON files: the schema stands in README.md beside this file.
#pragma once

#include "engine/graph/graph.hpp"

#include <string>
#include <string_view>

namespace bricks {

inline constexpr int model_schema_version = 1;
// Larger than any model that a person wrote (a thousand layers take 0.4 MB); bounds the memory for a hostile
// one.
inline constexpr std::size_t largest_model_file = 64u << 20;

// Throws Error with file, layer, what was found and what was expected. Layers keep the file's order where
// every layer stands behind its producers; otherwise, of the layers whose producers have all been placed, the
// first in the file comes next.
Graph read_model(const std::string& path);
// The same for a text already in memory; where stands in front of messages.
Graph parse_model(std::string_view text, const std::string& where);

// One line an input, weight and layer. Read back, it gives the same graph but for the numbering of tensors:
// inputs come first, then weights, then the layers' outputs.
std::string model_to_json(const Graph& graph);
void write_model(const Graph& graph, const std::string& path);

}  // namespace bricks
