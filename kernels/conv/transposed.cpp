#include "kernels/conv/transposed.hpp"

#include "kernels/conv/geometry.hpp"
#include "kernels/conv/weights.hpp"
#include "kernels/iteration/divide.hpp"

#include <algorithm>
#include <numeric>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// One phase along one axis: output positions first + i stride, i < count, as a stride-1 convolution of the
// input from position `crop` on, `in` positions long, with `taps` taps: kernel position last_tap - i
// tap_step.
struct AxisPhase {
  Size count, taps, last_tap, tap_step, dilation;
  Size crop, in, pad_begin, pad_end;
};

AxisPhase axis_phase(Size phase, Size in, Size out, Size kernel, Size stride, Size dilation, Size pad) {
  AxisPhase a{};
  a.count = phase < out ? divide_up(out - phase, stride) : 0;
  a.tap_step = stride / std::gcd(stride, dilation);
  a.dilation = dilation / std::gcd(stride, dilation);
  a.last_tap = -1;
  for (Size k = 0; k < kernel; ++k)
    if ((phase + pad - k * dilation) % stride == 0) ++a.taps, a.last_tap = k;
  Size start = 0;
  if (a.taps > 0)
    start = (phase + pad - a.last_tap * dilation) / stride;  // exact
  else
    a.taps = 1,
    in = 0;  // no tap at all: a kernel of zeros over padding alone, so that the output is the bias
  const Size length = a.count - 1 + (a.taps - 1) * a.dilation + 1;
  a.crop = std::clamp<Size>(start, 0, in);
  a.in = std::max<Size>(std::min(start + length, in) - a.crop, 0);
  a.pad_begin = a.in > 0 ? a.crop - start : 0;
  a.pad_end = length - a.in - a.pad_begin;
  return a;
}

ConvProblem phase_problem(const ConvProblem& p, const AxisPhase& h, const AxisPhase& w) {
  ConvProblem sub = p;
  sub.transposed = false;
  sub.in_h = h.in, sub.in_w = w.in;
  sub.kernel_h = h.taps, sub.kernel_w = w.taps;
  sub.stride_h = sub.stride_w = 1;
  sub.dilation_h = h.dilation, sub.dilation_w = w.dilation;
  sub.pad_top = h.pad_begin, sub.pad_bottom = h.pad_end, sub.pad_left = w.pad_begin,
  sub.pad_right = w.pad_end;
  for (ConvStrides* s : {&sub.output, &sub.residual}) s->row *= p.stride_h, s->pixel *= p.stride_w;
  return sub;
}

struct Phase {
  Size y, x;  // the first output pixel
  AxisPhase h, w;
  ConvGeometry geometry;
  Size weight_offset;
};

// Calls body(phase) for every phase that has output pixels. p has its strides filled in.
template <class Body>
void for_each_phase(const ConvGeometry& g, Body body) {
  const ConvProblem& p = g.problem;
  Size weight_offset = 0;
  for (Size y = 0; y < std::min(p.stride_h, g.out_h); ++y)
    for (Size x = 0; x < std::min(p.stride_w, g.out_w); ++x) {
      Phase phase{y,
                  x,
                  axis_phase(y, p.in_h, g.out_h, p.kernel_h, p.stride_h, p.dilation_h, p.pad_top),
                  axis_phase(x, p.in_w, g.out_w, p.kernel_w, p.stride_w, p.dilation_w, p.pad_left),
                  {},
                  weight_offset};
      phase.geometry =
          ordinary_geometry(phase_problem(p, phase.h, phase.w), g.isa, g.options, RowsOf::image_or_runs);
      body(phase);
      weight_offset += phase.geometry.weight_floats;
    }
}

Size image_rows(const ConvGeometry& g) { return g.rows / g.problem.batch; }

// A phase's share of rows [begin, end) of one image and of a range's tiles: phases have rows of their own, of
// pixels or of Winograd's tiles, and tiles of their own.
ConvRange phase_range(const ConvGeometry& g, const Phase& phase, Size image, Size begin, Size end,
                      const ConvRange& range) {
  const Size all = image_rows(g), rows = image_rows(phase.geometry), first = image * rows;
  const Size tiles = phase.geometry.tiles;
  return {first + rows * begin / all, first + rows * end / all, tiles * range.tile_begin / g.tiles,
          tiles * range.tile_end / g.tiles};
}

ConvArguments phase_arguments(const ConvGeometry& g, const Phase& phase, const ConvArguments& a) {
  const ConvProblem& p = g.problem;
  ConvArguments sub = a;
  sub.input += phase.h.crop * p.input.row + phase.w.crop * p.input.pixel;
  sub.weights += phase.weight_offset;
  sub.output += phase.y * p.output.row + phase.x * p.output.pixel;
  if (sub.residual) sub.residual += phase.y * p.residual.row + phase.x * p.residual.pixel;
  return sub;
}

}  // namespace

ConvGeometry transposed_geometry(const ConvProblem& problem, Isa isa, const ConvOptions& options) {
  ConvGeometry g;
  g.problem = problem;
  g.isa = isa;
  g.lanes = isa_info(isa).lanes;
  g.options = options;
  const ConvProblem& p = g.problem;
  g.out_h = conv_transpose_output_size(p.in_h, p.kernel_h, p.stride_h, p.dilation_h, p.pad_top, p.pad_bottom,
                                       p.output_pad_h);
  g.out_w = conv_transpose_output_size(p.in_w, p.kernel_w, p.stride_w, p.dilation_w, p.pad_left, p.pad_right,
                                       p.output_pad_w);
  fill_strides(g);
  for_each_phase(g, [&](const Phase& phase) {
    const ConvGeometry& sub = phase.geometry;
    g.rows = std::max(g.rows, sub.rows);
    g.algorithm = sub.algorithm;
    g.winograd = sub.winograd;
    g.tiles = std::max(g.tiles, sub.tiles);
    g.bias_floats = sub.bias_floats;
    g.weight_floats += sub.weight_floats;
    g.scratch_bytes = std::max(g.scratch_bytes, sub.scratch_bytes);
  });
  g.flops = 2.0 * static_cast<double>(p.batch * p.in_h * p.in_w * p.kernel_h * p.kernel_w) *
            static_cast<double>(p.in_channels * (p.out_channels / p.groups));
  return g;
}

ConvAlgorithm transposed_algorithm(const ConvProblem& problem, Isa isa, const ConvOptions& options) {
  const ConvGeometry g = transposed_geometry(problem, isa, options);
  ConvAlgorithm common = g.algorithm;
  for_each_phase(g, [&](const Phase& phase) {
    if (phase.geometry.algorithm != g.algorithm) common = ConvAlgorithm::automatic;
  });
  return common;
}

void transposed_pack_weights(const ConvGeometry& g, const float* weights, const float* scale, float* packed) {
  const ConvProblem& p = g.problem;
  const Size taps = p.kernel_h * p.kernel_w, in = p.in_channels / p.groups, out = p.out_channels / p.groups;
  for_each_phase(g, [&](const Phase& phase) {
    float* to = packed + phase.weight_offset;
    if (phase.h.last_tap < 0 || phase.w.last_tap < 0) {
      std::fill_n(to, phase.geometry.weight_floats, 0.0f);
      return;
    }
    const WeightView view{weights + phase.h.last_tap * p.kernel_w + phase.w.last_tap,
                          in * out * taps,
                          taps,
                          out * taps,
                          -phase.h.tap_step * p.kernel_w,
                          -phase.w.tap_step};
    pack_view(phase.geometry, view, scale, to);
  });
}

void transposed_run(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch) {
  const Size all = image_rows(g);
  for_each_phase(g, [&](const Phase& phase) {
    const ConvArguments sub = phase_arguments(g, phase, a);
    for (Size r = range.row_begin; r < range.row_end;) {
      const Size image = r / all, end = std::min(range.row_end, (image + 1) * all);
      conv_run(phase.geometry, sub, phase_range(g, phase, image, r % all, end - image * all, range), scratch);
      r = end;
    }
  });
}

}  // namespace bricks::kernels
