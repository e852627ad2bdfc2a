// Peaks for people and as JSON.
#pragma once

#include "bench/peak/peak_figures.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace bricks {

std::string table_text(const PeakFigures& figures, const Host& host);

// Google Benchmark's shape: `benchmarks[]` is empty, the figures stand in `bricks.peak`.
nlohmann::ordered_json to_json(const PeakFigures& figures, const Host& host);

}  // namespace bricks
