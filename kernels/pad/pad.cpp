#include "kernels/pad/pad.hpp"

#include "kernels/copy/bits.hpp"

#include <algorithm>
#include <cstring>

namespace bricks::kernels {
namespace {

// The position that stands at `index` of an axis of `size`; -1 outside in constant mode.
std::ptrdiff_t source_index(PadMode mode, std::ptrdiff_t index, std::ptrdiff_t size) {
  if (index >= 0 && index < size) return index;
  switch (mode) {
    case PadMode::constant:
      return -1;
    case PadMode::edge:
      return index < 0 ? 0 : size - 1;
    case PadMode::reflect:
      return index < 0 ? -index : 2 * (size - 1) - index;
  }
  return -1;
}

// Rows of y one after the other, counted on every axis: dividing for each row took as long as copying it.
class RowCursor {
 public:
  RowCursor(const PadShape& shape, std::ptrdiff_t row) : shape_(shape) {
    for (int d = shape.rank - 2; d >= 0; --d) {
      index_[d] = row % shape.output_size[d];
      row /= shape.output_size[d];
    }
  }

  // Where the row of x that becomes this row of y begins, in rows; -1 where the row is padding.
  std::ptrdiff_t source() const {
    std::ptrdiff_t source = 0;
    for (int d = 0; d + 1 < shape_.rank; ++d) {
      const std::ptrdiff_t from = source_index(shape_.mode, index_[d] - shape_.before[d], shape_.size[d]);
      if (from < 0) return -1;
      source = source * shape_.size[d] + from;
    }
    return source;
  }

  void advance() {
    for (int d = shape_.rank - 2; d >= 0 && ++index_[d] == shape_.output_size[d]; --d) index_[d] = 0;
  }

 private:
  const PadShape& shape_;
  std::ptrdiff_t index_[max_rank] = {};
};

void fill(const PadShape& shape, char* y, std::ptrdiff_t elements) {
  const std::ptrdiff_t count = elements * shape.element_bytes / shape.value_bytes;
  if (shape.value_bytes == 8)
    std::fill_n(reinterpret_cast<Bits64*>(y), count, Bits64{static_cast<std::uint64_t>(shape.value)});
  else
    std::fill_n(reinterpret_cast<Bits32*>(y), count, Bits32{static_cast<std::uint32_t>(shape.value)});
}

// Elements [from, to) of a row of y outside x's; x points at x's row.
void pad_side(const PadShape& shape, const char* x, char* y, std::ptrdiff_t from, std::ptrdiff_t to) {
  if (shape.mode == PadMode::constant)
    return fill(shape, y + from * shape.element_bytes, std::max<std::ptrdiff_t>(to - from, 0));
  const int last = shape.rank - 1;
  for (std::ptrdiff_t i = from; i < to; ++i) {
    const std::ptrdiff_t source = source_index(shape.mode, i - shape.before[last], shape.size[last]);
    std::memcpy(y + i * shape.element_bytes, x + source * shape.element_bytes,
                static_cast<std::size_t>(shape.element_bytes));
  }
}

void pad_row(const PadShape& shape, const char* x, char* y) {
  const int last = shape.rank - 1;
  const std::ptrdiff_t columns = shape.output_size[last], before = shape.before[last];
  const std::ptrdiff_t begin = std::clamp<std::ptrdiff_t>(before, 0, columns);
  const std::ptrdiff_t end = std::clamp(before + shape.size[last], begin, columns);
  pad_side(shape, x, y, 0, begin);
  if (const std::ptrdiff_t bytes = (end - begin) * shape.element_bytes; bytes > 0)
    std::memcpy(y + begin * shape.element_bytes, x + (begin - before) * shape.element_bytes,
                static_cast<std::size_t>(bytes));
  pad_side(shape, x, y, end, columns);
}

}  // namespace

PadShape pad_shape(std::span<const std::ptrdiff_t> sizes, std::span<const std::ptrdiff_t> before,
                   std::span<const std::ptrdiff_t> after, PadMode mode, std::ptrdiff_t element_bytes) {
  PadShape shape{};
  shape.mode = mode;
  shape.element_bytes = element_bytes;
  shape.value_bytes = 4;
  shape.rows = 1;
  // Neighbours without padding are one axis, and the last ones one long element.
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const bool merges =
        shape.rank > 0 && before[d] == 0 && after[d] == 0 && before[d - 1] == 0 && after[d - 1] == 0;
    if (merges) --shape.rank;
    const std::ptrdiff_t factor = merges ? shape.size[shape.rank] : 1;
    shape.size[shape.rank] = factor * sizes[d];
    shape.output_size[shape.rank] = factor * (sizes[d] + before[d] + after[d]);
    shape.before[shape.rank++] = before[d];
  }
  if (shape.rank == 0) shape.size[0] = shape.output_size[0] = 1, shape.rank = 1;
  const bool last_is_whole =
      shape.size[shape.rank - 1] == shape.output_size[shape.rank - 1] && shape.before[shape.rank - 1] == 0;
  if (shape.rank > 1 && last_is_whole) shape.element_bytes *= shape.size[--shape.rank];
  for (int d = 0; d + 1 < shape.rank; ++d) shape.rows *= shape.output_size[d];
  return shape;
}

void set_pad_value(PadShape& shape, float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  shape.value = bits;
  shape.value_bytes = 4;
}

void set_pad_value(PadShape& shape, std::int64_t value) {
  shape.value = value;
  shape.value_bytes = 8;
}

void pad(const PadShape& shape, const void* x, void* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  if (begin == end) return;
  const int last = shape.rank - 1;
  RowCursor cursor(shape, begin);
  for (std::ptrdiff_t row = begin; row < end; ++row, cursor.advance()) {
    char* to = static_cast<char*>(y) + row * shape.output_size[last] * shape.element_bytes;
    const std::ptrdiff_t source = cursor.source();
    if (source < 0)
      fill(shape, to, shape.output_size[last]);
    else
      pad_row(shape, static_cast<const char*>(x) + source * shape.size[last] * shape.element_bytes, to);
  }
}

}  // namespace bricks::kernels
