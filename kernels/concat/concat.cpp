#include "kernels/concat/concat.hpp"

#include <cstring>

namespace bricks::kernels {
namespace {

// `row` copies of `bytes` bytes; common small sizes are known to the compiler.
template <std::size_t bytes>
void copy_fixed(const std::byte* from, std::ptrdiff_t from_stride, std::byte* to, std::ptrdiff_t to_stride,
                std::ptrdiff_t rows) {
  for (std::ptrdiff_t row = 0; row < rows; ++row)
    std::memcpy(to + row * to_stride, from + row * from_stride, bytes);
}

void copy_rows(const std::byte* from, std::ptrdiff_t from_stride, std::byte* to, std::ptrdiff_t to_stride,
               std::ptrdiff_t bytes, std::ptrdiff_t rows) {
  if (from == to) return;
  switch (bytes) {
    case 4:
      return copy_fixed<4>(from, from_stride, to, to_stride, rows);
    case 8:
      return copy_fixed<8>(from, from_stride, to, to_stride, rows);
    case 16:
      return copy_fixed<16>(from, from_stride, to, to_stride, rows);
    default:
      for (std::ptrdiff_t row = 0; row < rows; ++row)
        std::memcpy(to + row * to_stride, from + row * from_stride, static_cast<std::size_t>(bytes));
  }
}

// Calls body(part, offset inside the part's row, position inside the joined row, bytes) for bytes [begin,
// end) of a row.
template <class Body>
void for_each_part(const ConcatPart* parts, int part_count, std::ptrdiff_t begin, std::ptrdiff_t end,
                   Body body) {
  std::ptrdiff_t start = 0;
  for (int i = 0; i < part_count; ++i) {
    const std::ptrdiff_t from = begin > start ? begin : start;
    const std::ptrdiff_t to = end < start + parts[i].bytes ? end : start + parts[i].bytes;
    if (from < to) body(parts[i], from - start, from, to - from);
    start += parts[i].bytes;
  }
}

// body(part, position in the part's data, position in the joined data, bytes, rows): a cut row, whole rows, a
// cut row.
template <class Body>
void for_each_block(const ConcatShape& shape, const ConcatPart* parts, int part_count, std::ptrdiff_t begin,
                    std::ptrdiff_t end, Body body) {
  const std::ptrdiff_t total = shape.total_bytes;
  for (std::ptrdiff_t at = begin; at < end;) {
    const std::ptrdiff_t row = at / total, from = at % total, left = end - at;
    const std::ptrdiff_t rows = from == 0 && left >= total ? left / total : 1;
    const std::ptrdiff_t to = left >= total - from ? total : from + left;
    for_each_part(
        parts, part_count, from, to,
        [&](const ConcatPart& part, std::ptrdiff_t offset, std::ptrdiff_t position, std::ptrdiff_t bytes) {
          body(part, row * part.bytes + offset, row * total + position, bytes, rows);
        });
    at += rows > 1 ? rows * total : to - from;
  }
}

}  // namespace

void concat(const ConcatShape& shape, const ConcatPart* parts, int part_count, std::byte* joined,
            std::ptrdiff_t begin, std::ptrdiff_t end) {
  for_each_block(shape, parts, part_count, begin, end,
                 [&](const ConcatPart& part, std::ptrdiff_t in_part, std::ptrdiff_t in_joined,
                     std::ptrdiff_t bytes, std::ptrdiff_t rows) {
                   copy_rows(part.data + in_part, part.bytes, joined + in_joined, shape.total_bytes, bytes,
                             rows);
                 });
}

void split(const ConcatShape& shape, const ConcatPart* parts, int part_count, const std::byte* joined,
           std::ptrdiff_t begin, std::ptrdiff_t end) {
  for_each_block(shape, parts, part_count, begin, end,
                 [&](const ConcatPart& part, std::ptrdiff_t in_part, std::ptrdiff_t in_joined,
                     std::ptrdiff_t bytes, std::ptrdiff_t rows) {
                   copy_rows(joined + in_joined, shape.total_bytes, part.data + in_part, part.bytes, bytes,
                             rows);
                 });
}

}  // namespace bricks::kernels
