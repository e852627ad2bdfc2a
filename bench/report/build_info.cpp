#include "bench/report/build_info.hpp"

namespace bricks {

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
  return info.version + ", sources " + info.sources + ", " + info.compiler + ", " + info.type + " " +
         info.flags;
}

}  // namespace bricks
