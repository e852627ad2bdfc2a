#include "bench/measure/input_writer.hpp"

#include "bench/measure/cache_line.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>

namespace bricks {
namespace {

constexpr std::size_t table_floats = 1024;
constexpr std::int64_t least_rows_to_split = 28;

// Positive values too small to matter are absent: a layer that fades to denormals would time something else.
const std::array<float, table_floats>& float_table() {
  static const auto table = [] {
    std::array<float, table_floats> values{};
    std::mt19937 random(1);
    for (float& value : values) value = static_cast<float>(random() % 4096) / 1024.0f - 2.0f;
    return values;
  }();
  return table;
}

std::size_t part(std::size_t size, int index, int count) {
  return size * static_cast<std::size_t>(index) / static_cast<std::size_t>(count);
}

}  // namespace

Spread guessed_spread(const TensorType& type, Layout layout) {
  const bool rows =
      layout == Layout::blocked && type.shape.size() == 4 && type.shape[2] >= least_rows_to_split;
  return rows ? Spread::rows : Spread::pieces;
}

WorkerShare share_of(const TensorType& type, Layout layout, Spread spread, std::size_t bytes, int lanes,
                     int worker, int workers) {
  if (spread != Spread::rows || type.shape.size() != 4) {
    // Cache lines are not shared between workers.
    const std::size_t lines = (bytes + 63) / 64;
    const std::size_t begin = std::min(bytes, part(lines, worker, workers) * 64);
    return {begin, std::min(bytes, part(lines, worker + 1, workers) * 64) - begin, 0, 1};
  }
  const auto height = static_cast<std::size_t>(type.shape[2]);
  const auto row_bytes = static_cast<std::size_t>(type.shape[3]) *
                         (layout == Layout::blocked ? static_cast<std::size_t>(lanes) * sizeof(float)
                                                    : element_bytes(type.type));
  const std::size_t blocks = bytes / (height * row_bytes);
  const std::size_t begin = part(height, worker, workers), end = part(height, worker + 1, workers);
  return {begin * row_bytes, (end - begin) * row_bytes, height * row_bytes, blocks};
}

void write_floats(std::byte* data, const WorkerShare& share,
                  const std::function<void(std::size_t bytes)>& wrote) {
  const auto& table = float_table();
  for (std::size_t piece = 0; piece < share.count; ++piece) {
    std::byte* to = data + share.begin + piece * share.stride;
    for (std::size_t done = 0; done < share.bytes; done += sizeof table) {
      const std::size_t bytes = std::min(sizeof table, share.bytes - done);
      std::memcpy(to + done, table.data(), bytes);
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

void read_bytes(const std::byte* data, const WorkerShare& share) {
  for (std::size_t piece = 0; piece < share.count; ++piece)
    touch_to_read({data + share.begin + piece * share.stride, share.bytes});
}

}  // namespace bricks
