#include "kernels/copy/strided_copy.hpp"

#include "kernels/copy/bits.hpp"

#include <algorithm>
#include <cstring>

namespace bricks::kernels {
namespace {

// Rows shorter than this are copied element by element: a call of memcpy costs as much.
constexpr std::ptrdiff_t short_row = 16;

template <class Value>
void copy_row(const Value* x, std::ptrdiff_t stride, Value* y, std::ptrdiff_t columns) {
  if (stride == 1 && columns >= short_row)
    std::memcpy(y, x, static_cast<std::size_t>(columns) * sizeof(Value));
  else if (stride == 0)
    std::fill_n(y, columns, Value(*x));
  else
    for (std::ptrdiff_t i = 0; i < columns; ++i) y[i] = x[i * stride];
}

// As much of what repeats as is copied at once, so that it is read from L1.
constexpr std::ptrdiff_t repeated_bytes = 16 << 10;

// The first row again and again, ever more of them at once: 1152 rows of 8 floats 160 times, 1152x10x16x8 of
// capsnet, took 0.45 ms row by row.
template <class Value>
void repeat_row(Value* y, std::ptrdiff_t columns, std::ptrdiff_t rows) {
  const std::ptrdiff_t row_bytes = columns * static_cast<std::ptrdiff_t>(sizeof(Value));
  const std::ptrdiff_t most = std::max<std::ptrdiff_t>(1, repeated_bytes / row_bytes);
  for (std::ptrdiff_t done = 1; done < rows;) {
    const std::ptrdiff_t now = std::min({done, most, rows - done});
    std::memcpy(y + done * columns, y, static_cast<std::size_t>(now * row_bytes));
    done += now;
  }
}

template <class Value>
void copy_values(const StridedView& view, const Value* x, Value* y, std::ptrdiff_t begin,
                 std::ptrdiff_t end) {
  const Iteration<1>& nest = view.nest;
  const int inner = nest.rank - 1;
  for_each_panel(nest, begin, end, [&](const Panel<1>& panel) {
    const Value* from = x + view.offset + panel.offset[0];
    Value* to = y + panel.output;
    if (nest.stride[0][inner - 1] == 0) {
      copy_row(from, nest.stride[0][inner], to, panel.columns);
      return repeat_row(to, panel.columns, panel.rows);
    }
    for (std::ptrdiff_t row = 0; row < panel.rows; ++row)
      copy_row(from + row * nest.stride[0][inner - 1], nest.stride[0][inner], to + row * panel.columns,
               panel.columns);
  });
}

void copy_elements(const StridedView& view, const char* x, char* y, std::ptrdiff_t begin,
                   std::ptrdiff_t end) {
  const Iteration<1>& nest = view.nest;
  const int inner = nest.rank - 1;
  const auto bytes = static_cast<std::size_t>(view.element_bytes);
  for_each_panel(nest, begin, end, [&](const Panel<1>& panel) {
    for (std::ptrdiff_t row = 0; row < panel.rows; ++row) {
      const std::ptrdiff_t from = view.offset + panel.offset[0] + row * nest.stride[0][inner - 1];
      const std::ptrdiff_t to = panel.output + row * panel.columns;
      if (nest.stride[0][inner] == 1) {
        std::memcpy(y + to * view.element_bytes, x + from * view.element_bytes,
                    static_cast<std::size_t>(panel.columns) * bytes);
        continue;
      }
      for (std::ptrdiff_t i = 0; i < panel.columns; ++i)
        std::memcpy(y + (to + i) * view.element_bytes,
                    x + (from + i * nest.stride[0][inner]) * view.element_bytes, bytes);
    }
  });
}

}  // namespace

void strided_copy(const StridedView& view, const void* x, void* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const auto copy_as = [&](auto value) {
    using Value = decltype(value);
    copy_values(view, static_cast<const Value*>(x), static_cast<Value*>(y), begin, end);
  };
  switch (view.element_bytes) {
    case 4:
      return copy_as(Bits32{});
    case 8:
      return copy_as(Bits64{});
    case 16:
      return copy_as(Pixel<16>{});
    case 32:
      return copy_as(Pixel<32>{});
    case 64:
      return copy_as(Pixel<64>{});
    default:
      copy_elements(view, static_cast<const char*>(x), static_cast<char*>(y), begin, end);
  }
}

}  // namespace bricks::kernels
