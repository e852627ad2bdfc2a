// Where a command's answer goes.
#pragma once

#include "bench/commands/options.hpp"
#include "bench/report/report.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace bricks {

// Prints the table or the document and writes --out; the document goes there whatever the format.
void put_out(const OutputOptions& options, const std::string& text, const nlohmann::ordered_json& document);
void put_out(const OutputOptions& options, const Report& report);

}  // namespace bricks
