#include "bench/report/build_info.hpp"

namespace bricks {
namespace {

constexpr std::string_view before_sources = ", sources ";

}  // namespace

extern const char* const source_digest;  // source_digest.cmake writes it

BuildInfo build_info() {
#if defined(__clang__)
  const std::string compiler = "clang " __clang_version__;
#else
  const std::string compiler = "gcc " __VERSION__;
#endif
#if defined(NDEBUG)
  const std::string type = "release";
#else
  const std::string type = "debug";
#endif
  return {BRICKS_VERSION, compiler, BRICKS_FLAGS, type, source_digest};
}

std::string build_line() {
  const BuildInfo info = build_info();
  return info.version + std::string(before_sources) + info.sources + ", " + info.compiler + ", " + info.type +
         " " + info.flags;
}

bool is_own_build(std::string_view engine) { return engine.find(before_sources) != std::string_view::npos; }

std::string engine_name(std::string_view engine) {
  return is_own_build(engine) ? "" : std::string(engine.substr(0, engine.find(' ')));
}

}  // namespace bricks
