#include "kernels/conv/conv.hpp"
#include "kernels/conv/transposed.hpp"
#include "kernels/conv/weights.hpp"
#include "kernels/strassen/strassen.hpp"
#include "kernels/winograd/winograd.hpp"

#include <algorithm>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// Writes the weights of (in, ky, kx) for `count` outputs from output channel `first` of a group on.
class Writer {
 public:
  Writer(const ConvGeometry& g, const WeightView& view, const float* scale, float* to)
      : g_(g), view_(view), scale_(scale), to_(to) {}

  void outputs(Size group, Size first, Size count, Size in, Size ky, Size kx) {
    const Size true_count = std::clamp<Size>(g_.group_out - first, 0, count);
    const float* from = view_.origin + group * view_.group + first * view_.out + in * view_.in +
                        ky * view_.ky + kx * view_.kx;
    for (Size o = 0; o < true_count; ++o)
      *to_++ = from[o * view_.out] * (scale_ ? scale_[group * g_.group_out + first + o] : 1.0f);
    to_ = std::fill_n(to_, count - true_count, 0.0f);
  }

  template <class Body>
  void for_each_tap(Body body) const {
    for (Size ky = 0; ky < g_.problem.kernel_h; ++ky)
      for (Size kx = 0; kx < g_.problem.kernel_w; ++kx) body(ky, kx);
  }

 private:
  const ConvGeometry& g_;
  const WeightView& view_;
  const float* scale_;
  float* to_;
};

void pack_direct_tile(const ConvGeometry& g, Writer& writer, Size group, Size first, Size count) {
  const Size block_size = g.problem.plain_input ? 1 : g.lanes;
  for (Size block = 0; block < g.group_in; block += block_size)
    writer.for_each_tap([&](Size ky, Size kx) {
      for (Size in = block; in < std::min(block + block_size, g.group_in); ++in)
        writer.outputs(group, first, count, in, ky, kx);
    });
}

void pack_direct(const ConvGeometry& g, Writer& writer) {
  for (Size group = 0; group < g.problem.groups; ++group)
    for (Size tile = 0; tile < g.group_tiles; ++tile) {
      const ConvGeometry::TileVectors vectors = g.vectors_of_tile(tile);
      pack_direct_tile(g, writer, group, vectors.first * g.lanes, vectors.count * g.lanes);
    }
}

void pack_planes(const ConvGeometry& g, Writer& writer) {
  for (Size vector = 0; vector < g.tiles; ++vector)
    for (Size in = 0; in < g.group_in; ++in)
      writer.for_each_tap([&](Size ky, Size kx) {
        for (Size lane = 0; lane < g.lanes; ++lane) {
          const Size out = vector * g.lanes + lane;
          if (out < g.problem.out_channels)
            writer.outputs(out / g.group_out, out % g.group_out, 1, in, ky, kx);
          else
            writer.outputs(0, g.group_out, 1, in, ky, kx);
        }
      });
}

// [block][tap][output][c], lanes are input channels.
void pack_few_outputs(const ConvGeometry& g, Writer& writer) {
  for (Size block = 0; block < g.group_in_blocks; ++block)
    writer.for_each_tap([&](Size ky, Size kx) {
      for (Size out = 0; out < g.group_out; ++out)
        for (Size lane = 0; lane < g.lanes; ++lane) writer.outputs(0, out, 1, block * g.lanes + lane, ky, kx);
    });
}

}  // namespace

void pack_view(const ConvGeometry& g, const WeightView& asked, const float* scale, float* packed) {
  WeightView view = asked;
  view.origin += g.taps.first_h * view.ky + g.taps.first_w * view.kx;
  if (is_strassen(g.algorithm)) return strassen_pack(g, view, scale, packed);
  Writer writer(g, view, scale, packed);
  if (g.algorithm == ConvAlgorithm::direct || is_winograd(g.algorithm))
    pack_direct(g, writer);
  else if (g.algorithm == ConvAlgorithm::few_outputs)
    pack_few_outputs(g, writer);
  else
    pack_planes(g, writer);
}

void conv_pack_weights(const ConvGeometry& g, const float* weights, const float* scale, float* packed) {
  if (g.problem.transposed) return transposed_pack_weights(g, weights, scale, packed);
  const Size taps = g.taps.kernel_h * g.taps.kernel_w;
  const WeightView view{weights, g.group_out * g.group_in * taps, g.group_in * taps, taps, g.taps.kernel_w,
                        1};
  pack_view(g, view, scale, packed);
}

void conv_pack_bias(const ConvGeometry& g, const float* bias, const float* scale, const float* shift,
                    float* packed) {
  for (Size i = 0; i < g.problem.out_channels; ++i)
    packed[i] = (bias ? bias[i] : 0.0f) * (scale ? scale[i] : 1.0f) + (shift ? shift[i] : 0.0f);
  std::fill(packed + g.problem.out_channels, packed + g.bias_floats, 0.0f);
}

}  // namespace bricks::kernels
