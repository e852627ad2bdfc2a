// Where a command's answer goes.
#pragma once

#include "bench/commands/options.hpp"
#include "bench/report/report.hpp"

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

namespace bricks {

// Throws Error where --out cannot be written, as far as can be told: before minutes are spent on it.
void check_writable(const OutputOptions& options);

// On standard output. Throws Error where it cannot be written.
void print(const std::string& text);

// Writes --out, the document whatever the format, then prints the table or the document. Throws Error where
// either fails; written: called in between.
void put_out(
    const OutputOptions& options, const std::string& text, const nlohmann::ordered_json& document,
    const std::function<void()>& written = [] {});
void put_out(
    const OutputOptions& options, const Report& report, const std::function<void()>& written = [] {});

}  // namespace bricks
