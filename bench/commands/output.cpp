#include "bench/commands/output.hpp"

#include "bench/report/atomic_file.hpp"
#include "bench/report/json_document.hpp"
#include "bench/report/table.hpp"
#include "engine/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace bricks {

void check_writable(const OutputOptions& options) {
  if (options.out) check_writable(*options.out);
}

void print(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    throw Error(std::string("standard output cannot be written: ") + std::strerror(errno));
}

void put_out(const OutputOptions& options, const std::string& text, const nlohmann::ordered_json& document,
             const std::function<void()>& written) {
  const bool needs_document = options.format == Format::json || options.out;
  const std::string file = needs_document ? document_text(document) : std::string();
  if (options.out) write_atomically(*options.out, file);
  written();
  print(options.format == Format::json ? file : text);
}

void put_out(const OutputOptions& options, const Report& report, const std::function<void()>& written) {
  const bool needs_document = options.format == Format::json || options.out;
  put_out(options, options.format == Format::text ? table_text(report) : std::string(),
          needs_document ? to_json(report) : nlohmann::ordered_json(), written);
}

}  // namespace bricks
