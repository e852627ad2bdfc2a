#include "bench/report/atomic_file.hpp"

#include "engine/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace bricks {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& temporary) {
  const std::string reason = std::strerror(errno);
  std::remove(temporary.c_str());
  throw Error(path + ": cannot be written: " + reason);
}

std::string temporary_of(const std::string& path) { return path + "." + std::to_string(getpid()) + ".tmp"; }

bool write(std::FILE* file, const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

// A pipe, a terminal, /dev/null: a file renamed there would take its place.
bool is_device(const std::string& path) {
  std::error_code ignored;
  const auto type = std::filesystem::status(path, ignored).type();
  return type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::character;
}

void write_device(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  const bool written = file && write(file, text);
  if (!file || std::fclose(file) != 0 || !written)
    throw Error(path + ": cannot be written: " + std::strerror(errno));
}

std::FILE* open_temporary(const std::string& path) {
  const std::string temporary = temporary_of(path);
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (!file) fail(path, temporary);
  return file;
}

}  // namespace

void write_atomically(const std::string& path, const std::string& text) {
  if (is_device(path)) return write_device(path, text);
  const std::string temporary = temporary_of(path);
  std::FILE* file = open_temporary(path);
  const bool written = write(file, text) && fsync(fileno(file)) == 0;
  if (std::fclose(file) != 0 || !written) fail(path, temporary);
  if (std::rename(temporary.c_str(), path.c_str()) != 0) fail(path, temporary);
}

void check_writable(const std::string& path) {
  if (is_device(path)) return;
  const std::string temporary = temporary_of(path);
  std::fclose(open_temporary(path));
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    errno = EISDIR;
    fail(path, temporary);
  }
  std::remove(temporary.c_str());
}

}  // namespace bricks
