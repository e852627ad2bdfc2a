#include "kernels/activation/activated.hpp"
#include "kernels/instancenorm/instancenorm_algorithm.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

void blocked(const InstanceNormShape& shape, const float* x, const float* scale, const float* shift, float* y,
             const Activation& f, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const InlineActivationVec activation(inline_activation(f));
  const std::ptrdiff_t blocks = (shape.channels + lanes - 1) / lanes, size = shape.spatial * lanes;
  run_activated(f, y, begin, end, size, [&](std::ptrdiff_t from, std::ptrdiff_t to) {
    for (std::ptrdiff_t block = from; block < to; ++block) {
      const std::ptrdiff_t channel = block % blocks * lanes;
      normalize_block(x + block * size, load(scale + channel), load(shift + channel), y + block * size,
                      shape.spatial, shape.epsilon, activation);
    }
  });
}

void plain(const InstanceNormShape& shape, const float* x, const float* scale, const float* shift, float* y,
           const Activation& f, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const InlineActivationVec activation(inline_activation(f));
  run_activated(f, y, begin, end, shape.spatial, [&](std::ptrdiff_t from, std::ptrdiff_t to) {
    for (std::ptrdiff_t plane = from; plane < to; ++plane) {
      const std::ptrdiff_t channel = plane % shape.channels, at = plane * shape.spatial;
      const Vec factor = broadcast(scale[channel]), offset = broadcast(shift[channel]);
      normalize_row(
          x + at, [=](std::ptrdiff_t, auto) { return factor; }, [=](std::ptrdiff_t, auto) { return offset; },
          y + at, shape.spatial, shape.epsilon, activation);
    }
  });
}

void layer(const LayerNormShape& shape, const float* x, const float* scale, const float* shift, float* y,
           const Activation& f, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const InlineActivationVec activation(inline_activation(f));
  const auto factor = [=](std::ptrdiff_t i, auto extent) { return load(scale + i, extent); };
  const auto offset = [=](std::ptrdiff_t i, auto extent) { return load(shift + i, extent); };
  run_activated(f, y, begin, end, shape.length, [&](std::ptrdiff_t from, std::ptrdiff_t to) {
    for (std::ptrdiff_t row = from; row < to; ++row) {
      const std::ptrdiff_t at = row * shape.length;
      if (shift != nullptr)
        normalize_row(x + at, factor, offset, y + at, shape.length, shape.epsilon, activation);
      else
        normalize_row(
            x + at, factor, [](std::ptrdiff_t, auto) { return zero(); }, y + at, shape.length, shape.epsilon,
            activation);
    }
  });
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const InstanceNormKernels InstanceNormTable<BRICKS_ISA::this_isa>::table = {
    BRICKS_ISA::blocked, BRICKS_ISA::plain, BRICKS_ISA::layer};

}  // namespace bricks::kernels
