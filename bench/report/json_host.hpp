// The machine and the build as JSON: the machine once in Google Benchmark's words, once in full.
#pragma once

#include "bench/host/host.hpp"
#include "bench/report/build_info.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace bricks {

// Google Benchmark's `context`.
nlohmann::ordered_json context_json(const Host& host, const std::string& date, const std::string& build_type);

nlohmann::ordered_json to_json(const Host& host);

nlohmann::ordered_json to_json(const BuildInfo& build);

}  // namespace bricks
