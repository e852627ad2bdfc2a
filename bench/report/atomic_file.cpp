#include "bench/report/atomic_file.hpp"

#include "engine/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace bricks {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& temporary) {
  const std::string reason = std::strerror(errno);
  std::remove(temporary.c_str());
  throw Error(path + ": cannot be written: " + reason);
}

}  // namespace

void write_atomically(const std::string& path, const std::string& text) {
  const std::string temporary = path + "." + std::to_string(getpid()) + ".tmp";
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (!file) fail(path, temporary);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
                       std::fflush(file) == 0 && fsync(fileno(file)) == 0;
  if (std::fclose(file) != 0 || !written) fail(path, temporary);
  if (std::rename(temporary.c_str(), path.c_str()) != 0) fail(path, temporary);
}

}  // namespace bricks
