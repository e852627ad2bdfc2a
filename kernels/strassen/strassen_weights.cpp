#include "kernels/strassen/strassen.hpp"

#include <algorithm>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// S for output channels from `first` on, by one weight out of each quarter; products lie so many floats
// apart.
void pack_outputs(const ConvGeometry& g, const WeightView& view, const float* scale, Size first, Size count,
                  Size product, float* to) {
  const Size half_in = g.group_in / 2, half_out = g.group_out / 2;
  const auto weight = [&](Size out, Size in) {
    return view.origin[out * view.out + in * view.in] * (scale ? scale[out] : 1.0f);
  };
  for (Size o = 0; o < count; ++o, ++to) {
    const Size out = first + o;
    const float a11 = weight(out, 0), a12 = weight(out, half_in), a21 = weight(out + half_out, 0),
                a22 = weight(out + half_out, half_in);
    const float s1 = a21 + a22, s2 = s1 - a11;
    const float factors[strassen_products] = {a11, a12, a12 - s2, a22, s1, s2, a11 - a21};
    for (Size k = 0; k < strassen_products; ++k) to[k * product] = factors[k];
  }
}

// A tile of output channels of the part of the input channels that begins at block `begin` of a half:
// [product][block][tap][lane][V c].
float* pack_tile(const ConvGeometry& g, const WeightView& view, const float* scale, Size begin, Size blocks,
                 Size first, float* to) {
  const ConvProblem& p = g.problem;
  const Size count = std::min<Size>(g.tile_vectors * g.lanes, g.group_out / 2 - first);
  const Size product = blocks * p.kernel_h * p.kernel_w * g.lanes * count;
  float* step = to;
  for (Size block = begin; block < begin + blocks; ++block)
    for (Size ky = 0; ky < p.kernel_h; ++ky)
      for (Size kx = 0; kx < p.kernel_w; ++kx)
        for (Size lane = 0; lane < g.lanes; ++lane, step += count) {
          WeightView at = view;
          at.origin += (block * g.lanes + lane) * view.in + ky * view.ky + kx * view.kx;
          pack_outputs(g, at, scale, first, count, product, step);
        }
  return to + strassen_products * product;
}

}  // namespace

void strassen_pack(const ConvGeometry& g, const WeightView& view, const float* scale, float* to) {
  for (Size part = 0; part < g.strassen.parts; ++part) {
    const Size begin = g.strassen.half_blocks * part / g.strassen.parts,
               end = g.strassen.half_blocks * (part + 1) / g.strassen.parts;
    for (Size first = 0; first < g.group_out / 2; first += g.tile_vectors * g.lanes)
      to = pack_tile(g, view, scale, begin, end - begin, first, to);
  }
}

}  // namespace bricks::kernels
