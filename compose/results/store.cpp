#include "compose/results/store.hpp"

#include "compose/results/results_json.hpp"
#include "engine/error.hpp"
#include "engine/formats/file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace bricks {
namespace {

constexpr std::string_view first_line = "{\"bricks_store\":1}\n";
constexpr std::chrono::seconds sync_interval{1};

[[noreturn]] void fail(const std::string& path, const std::string& action) {
  throw Error(path + ": cannot " + action + ": " + std::strerror(errno));
}

// An empty file, and one whose writer was killed in the first line, is a store without results.
bool is_unfinished_store(std::string_view text) { return first_line.starts_with(text); }

}  // namespace

bool is_store(std::string_view text) { return text.starts_with(first_line) || is_unfinished_store(text); }

Results parse_store(std::string_view text, const std::string& where) {
  Results results;
  if (is_unfinished_store(text)) return results;
  text.remove_prefix(first_line.size());
  for (std::size_t line = 2; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    const std::string place = where + ":" + std::to_string(line);
    const Json entry = parse_json(text.substr(0, end), place);
    within(place, [&] { results.add(result_from_json(entry, {})); });
    text.remove_prefix(end + 1);
  }
  return results;
}

StoreWriter::StoreWriter(std::string path) : path_(std::move(path)) {
  open_file();
  try {
    repair();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
  synced_ = std::chrono::steady_clock::now();
}

StoreWriter::~StoreWriter() {
  ::fdatasync(descriptor_);
  ::close(descriptor_);
}

void StoreWriter::open_file() {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  if (descriptor_ < 0) fail(path_, "write");
}

void StoreWriter::repair() {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) throw Error(path_ + ": another program is writing to it");
    fail(path_, "lock");
  }
  const std::string text = read_file(path_, largest_results_file);
  if (!is_store(text))
    throw Error(path_ +
                ": found no store of results in its first line, expected one or a file that is not there");
  const std::size_t whole = is_unfinished_store(text) ? 0 : text.rfind('\n') + 1;
  if (whole != text.size() && ::ftruncate(descriptor_, static_cast<off_t>(whole)) != 0) fail(path_, "write");
  if (whole == 0) write(first_line);
}

void StoreWriter::append(std::span<const BrickResult> results) {
  std::string lines;
  for (const BrickResult& result : results) lines += result_to_json(result).dump() + "\n";
  write(lines);
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < sync_interval) return;
  ::fdatasync(descriptor_);
  synced_ = now;
}

void StoreWriter::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path_, "write");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace bricks
