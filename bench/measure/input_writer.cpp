#include "bench/measure/input_writer.hpp"

#include "bench/measure/cache_line.hpp"

#include <algorithm>
#include <cstring>

namespace bricks {
namespace {

constexpr std::int64_t least_rows_to_split = 28;

std::size_t part(std::size_t size, int index, int count) {
  return size * static_cast<std::size_t>(index) / static_cast<std::size_t>(count);
}

}  // namespace

Spread guessed_spread(const TensorType& type, Layout layout) {
  const bool rows =
      layout == Layout::blocked && type.shape.size() == 4 && type.shape[2] >= least_rows_to_split;
  return rows ? Spread::rows : Spread::pieces;
}

WorkerShare share_of_lines(std::size_t bytes, int worker, int workers) {
  const std::size_t lines = (bytes + cache_line - 1) / cache_line;
  const std::size_t begin = std::min(bytes, part(lines, worker, workers) * cache_line);
  return {begin, std::min(bytes, part(lines, worker + 1, workers) * cache_line) - begin, 0, 1};
}

WorkerShare share_of(const TensorType& type, Layout layout, Spread spread, std::size_t bytes, int lanes,
                     int worker, int workers) {
  if (spread == Spread::first) return {0, worker == 0 ? bytes : 0, 0, 1};
  if (spread != Spread::rows || type.shape.size() != 4) return share_of_lines(bytes, worker, workers);
  const auto height = static_cast<std::size_t>(type.shape[2]);
  const auto row_bytes = static_cast<std::size_t>(type.shape[3]) *
                         (layout == Layout::blocked ? static_cast<std::size_t>(lanes) * sizeof(float)
                                                    : element_bytes(type.type));
  const std::size_t blocks = bytes / (height * row_bytes);
  const std::size_t begin = part(height, worker, workers), end = part(height, worker + 1, workers);
  return {begin * row_bytes, (end - begin) * row_bytes, height * row_bytes, blocks};
}

void write_floats(std::byte* data, const WorkerShare& share, Exertion& exertion, int worker,
                  const std::function<void(std::size_t bytes)>& wrote) {
  for (std::size_t piece = 0; piece < share.count; ++piece) {
    const std::span<std::byte> to{data + share.begin + piece * share.stride, share.bytes};
    for (std::size_t done = 0; done < to.size(); done += Exertion::table_bytes) {
      const std::size_t bytes = std::min(Exertion::table_bytes, to.size() - done);
      exertion.fill(to.subspan(done, bytes), worker);
      wrote(bytes);
    }
  }
}

void write_values(std::byte* data, std::span<const std::byte> values, const WorkerShare& share) {
  for (std::size_t piece = 0; piece < share.count; ++piece) {
    const std::size_t at = share.begin + piece * share.stride;
    std::memcpy(data + at, values.data() + at, share.bytes);
  }
}

void read_bytes(const std::byte* data, const WorkerShare& share, Exertion& exertion, int worker) {
  for (std::size_t piece = 0; piece < share.count; ++piece)
    exertion.touch_to_read({data + share.begin + piece * share.stride, share.bytes}, worker);
}

}  // namespace bricks
