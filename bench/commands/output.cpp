#include "bench/commands/output.hpp"

#include "bench/report/atomic_file.hpp"
#include "bench/report/json_document.hpp"
#include "bench/report/table.hpp"

#include <cstdio>

namespace bricks {

void put_out(const OutputOptions& options, const std::string& text, const nlohmann::ordered_json& document) {
  const bool needs_document = options.format == Format::json || options.out;
  const std::string written = needs_document ? document_text(document) : std::string();
  if (options.out) write_atomically(*options.out, written);
  std::fputs(options.format == Format::json ? written.c_str() : text.c_str(), stdout);
  std::fflush(stdout);
}

void put_out(const OutputOptions& options, const Report& report) {
  const bool needs_document = options.format == Format::json || options.out;
  put_out(options, options.format == Format::text ? table_text(report) : std::string(),
          needs_document ? to_json(report) : nlohmann::ordered_json());
}

}  // namespace bricks
