#include "kernels/linear/linear.hpp"

#include <algorithm>

namespace bricks::kernels {

LinearGeometry linear_geometry(const LinearProblem& problem, Isa isa) {
  LinearGeometry g;
  g.problem = problem;
  g.isa = isa;
  g.lanes = isa_info(isa).lanes;
  g.panel_outputs = linear_panel_vectors(isa) * g.lanes;
  g.panels = (problem.out + g.panel_outputs - 1) / g.panel_outputs;
  g.bias_floats = g.panels * g.panel_outputs;
  g.weight_floats = g.bias_floats * problem.in;
  return g;
}

void linear_pack_weights(const LinearGeometry& g, const float* weights, const float* scale, float* packed) {
  linear_pack_panels(g, weights, scale, packed, 0, g.panels);
}

void linear_pack_panels(const LinearGeometry& g, const float* weights, const float* scale, float* packed,
                        std::ptrdiff_t begin, std::ptrdiff_t end) {
  const LinearProblem& p = g.problem;
  packed += begin * g.panel_outputs * p.in;
  const std::ptrdiff_t out_stride = p.transposed_weights ? 1 : p.in,
                       in_stride = p.transposed_weights ? p.out : 1;
  for (std::ptrdiff_t first = begin * g.panel_outputs; first < end * g.panel_outputs;
       first += g.panel_outputs) {
    const std::ptrdiff_t count = std::min(g.panel_outputs, p.out - first);
    for (std::ptrdiff_t i = 0; i < p.in; ++i, packed += g.panel_outputs) {
      for (std::ptrdiff_t o = 0; o < count; ++o)
        packed[o] = weights[(first + o) * out_stride + i * in_stride] * (scale ? scale[first + o] : 1.0f);
      std::fill(packed + count, packed + g.panel_outputs, 0.0f);
    }
  }
}

void linear_pack_bias(const LinearGeometry& g, const float* bias, const float* scale, const float* shift,
                      float* packed) {
  for (std::ptrdiff_t i = 0; i < g.problem.out; ++i)
    packed[i] = (bias ? bias[i] : 0.0f) * (scale ? scale[i] : 1.0f) + (shift ? shift[i] : 0.0f);
  std::fill(packed + g.problem.out, packed + g.bias_floats, 0.0f);
}

}  // namespace bricks::kernels
