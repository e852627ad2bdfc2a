#include "kernels/reduce/reduce.hpp"

#include <algorithm>
#include <array>

namespace bricks::kernels {
namespace {

constexpr std::ptrdiff_t arg_columns = 64;

// Up to arg_columns neighbouring outputs at once, so that every line of x is read once.
template <class Better>
void arg_reduce_columns(const float* x, std::int64_t* y, std::ptrdiff_t axis, std::ptrdiff_t stride,
                        std::ptrdiff_t columns, Better better) {
  float best[arg_columns];
  for (std::ptrdiff_t i = 0; i < columns; ++i) best[i] = x[i], y[i] = 0;
  for (std::ptrdiff_t a = 1; a < axis; ++a)
    for (std::ptrdiff_t i = 0; i < columns; ++i)
      if (const float value = x[a * stride + i]; better(value, best[i])) best[i] = value, y[i] = a;
}

template <class Better>
void arg_reduce_with(const ArgReduceShape& shape, const float* x, std::int64_t* y, std::ptrdiff_t begin,
                     std::ptrdiff_t end, Better better) {
  for (std::ptrdiff_t at = begin; at < end;) {
    const std::ptrdiff_t outer = at / shape.inner, inner = at % shape.inner;
    const std::ptrdiff_t columns = std::min({end - at, shape.inner - inner, arg_columns});
    arg_reduce_columns(x + outer * shape.axis * shape.inner + inner, y + at, shape.axis, shape.inner, columns,
                       better);
    at += columns;
  }
}

}  // namespace

ReduceShape reduce_shape(std::span<const std::ptrdiff_t> sizes, std::span<const bool> reduced_axes) {
  std::array<std::ptrdiff_t, max_rank> size[2]{}, stride[2]{};
  std::size_t rank[2] = {0, 0};
  std::ptrdiff_t step = 1;
  for (std::ptrdiff_t s : sizes) step *= s;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    step = sizes[d] > 0 ? step / sizes[d] : 0;
    const int to = reduced_axes[d] ? 1 : 0;
    size[to][rank[to]] = sizes[d];
    stride[to][rank[to]++] = step;
  }
  const auto nest = [&](int k) {
    return make_iteration<1>(std::span(size[k].data(), rank[k]), {std::span(stride[k].data(), rank[k])});
  };
  return {nest(0), nest(1)};
}

void arg_reduce(const ArgReduceShape& shape, const float* x, std::int64_t* y, std::ptrdiff_t begin,
                std::ptrdiff_t end) {
  const auto run = [&](auto better) { arg_reduce_with(shape, x, y, begin, end, better); };
  if (shape.largest)
    shape.select_last ? run([](float a, float b) { return a >= b; })
                      : run([](float a, float b) { return a > b; });
  else
    shape.select_last ? run([](float a, float b) { return a <= b; })
                      : run([](float a, float b) { return a < b; });
}

}  // namespace bricks::kernels
