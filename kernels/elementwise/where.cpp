#include "kernels/elementwise/where.hpp"

#include "kernels/copy/bits.hpp"

namespace bricks::kernels {
namespace {

template <class Value>
void select(const Iteration<3>& nest, const std::uint8_t* condition, const Value* a, const Value* b, Value* y,
            std::ptrdiff_t begin, std::ptrdiff_t end) {
  const int inner = nest.rank - 1;
  const auto& stride = nest.stride;
  for_each_panel(nest, begin, end, [&](const Panel<3>& panel) {
    for (std::ptrdiff_t row = 0; row < panel.rows; ++row) {
      const std::uint8_t* c_row = condition + panel.offset[0] + row * stride[0][inner - 1];
      const Value* a_row = a + panel.offset[1] + row * stride[1][inner - 1];
      const Value* b_row = b + panel.offset[2] + row * stride[2][inner - 1];
      Value* y_row = y + panel.output + row * panel.columns;
      for (std::ptrdiff_t i = 0; i < panel.columns; ++i)
        y_row[i] = c_row[i * stride[0][inner]] ? a_row[i * stride[1][inner]] : b_row[i * stride[2][inner]];
    }
  });
}

}  // namespace

void where(const Iteration<3>& nest, const std::uint8_t* condition, const void* a, const void* b, void* y,
           std::ptrdiff_t value_bytes, std::ptrdiff_t begin, std::ptrdiff_t end) {
  if (value_bytes == 8)
    select(nest, condition, static_cast<const Bits64*>(a), static_cast<const Bits64*>(b),
           static_cast<Bits64*>(y), begin, end);
  else
    select(nest, condition, static_cast<const Bits32*>(a), static_cast<const Bits32*>(b),
           static_cast<Bits32*>(y), begin, end);
}

}  // namespace bricks::kernels
