// How much layers repeat within and across models, as in section 2 of the DLBricks paper: share of unique
// layers (Figure 5), types of the repeated ones (Figure 6), what models share (Figure 7), totals.
#pragma once

#include "decompose/count/layer_statistics.hpp"

#include <span>
#include <string>

#include <nlohmann/json.hpp>

namespace bricks {

LayerStatistics count_layers(std::span<const Graph> models);

// A table of the models, the Jaccard matrix in percent, the totals.
std::string stats_text(const LayerStatistics& statistics);

// models[] with name, layers, unique_layers, unique_percent, macs, parameters, types and repeated_types;
// corpus with totals; jaccard[][], rows and columns in the order of models[]. A layer by itself is a sequence
// of granularity 1, so sequences and unique_sequences stand there too.
nlohmann::ordered_json stats_json(const LayerStatistics& statistics, std::span<const Graph> models);

}  // namespace bricks
