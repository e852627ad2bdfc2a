// A report as JSON, in the shape of Google Benchmark's documents so that its compare tools read it:
// `context`, `benchmarks[]` (one entry a brick; real_time is its trimmed mean) and everything else under
// `bricks`. Keys whose value is not known are absent. bench/README.md lists them.
#pragma once

#include "bench/report/report.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace bricks {

inline constexpr int report_schema_version = 1;

nlohmann::ordered_json to_json(const Report& report);

// A document without benchmarks whose `bricks` is the given object.
nlohmann::ordered_json document_with(const Host& host, nlohmann::ordered_json bricks);

// Objects indented, with every element of `benchmarks` and `models` on a line of its own.
std::string document_text(const nlohmann::ordered_json& document);

}  // namespace bricks
