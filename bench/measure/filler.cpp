#include "bench/measure/filler.hpp"

#include "bench/measure/cache_line.hpp"

#include <cstring>

namespace bricks {
namespace {

std::size_t line_at(std::size_t bytes, std::size_t index, std::size_t count) {
  return bytes / cache_line * index / count * cache_line;
}

}  // namespace

Memory filler_memory(std::size_t bytes) {
  Memory memory(bytes);
  if (bytes > 0) std::memset(memory.data(), 1, bytes);
  return memory;
}

void FilledBrick::restore(int worker, int workers) {
  const auto index = static_cast<std::size_t>(worker), count = static_cast<std::size_t>(workers);
  const std::size_t begin = line_at(piece_.size(), index, count);
  touch_to_read(piece_.subspan(begin, line_at(piece_.size(), index + 1, count) - begin));
  brick_.restore(worker, workers);
}

std::vector<Timing> FilledSubject::run(int count) {
  touch_to_read(piece_);
  return brick_.run(count);
}

std::span<const std::byte> piece_of(const Memory& memory, std::size_t bytes, std::size_t index,
                                    std::size_t count) {
  const std::size_t begin = line_at(bytes, index, count);
  return {memory.data() + begin, line_at(bytes, index + 1, count) - begin};
}

}  // namespace bricks
