// Runs one convolution problem on one ISA in blocked layout, padding lanes full of NaN, and compares with the
// reference.
#pragma once

#include "kernels/conv/conv.hpp"
#include "kernels/conv/conv_reference.hpp"
#include "tests/support/kernel_test.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace bricks::test {

// Plain NCHW into blocked NCHWc and back; lanes behind the last channel become NaN. Strides in floats.
inline Buffer to_blocked(const Buffer& plain, std::ptrdiff_t batch, std::ptrdiff_t channels,
                         std::ptrdiff_t map, std::ptrdiff_t c) {
  const std::ptrdiff_t blocks = (channels + c - 1) / c;
  Buffer blocked(batch * blocks * map * c, not_a_number);
  for (std::ptrdiff_t n = 0; n < batch; ++n)
    for (std::ptrdiff_t ch = 0; ch < channels; ++ch)
      for (std::ptrdiff_t i = 0; i < map; ++i)
        blocked[((n * blocks + ch / c) * map + i) * c + ch % c] = plain[(n * channels + ch) * map + i];
  return blocked;
}

inline Buffer to_plain(const Buffer& blocked, std::ptrdiff_t batch, std::ptrdiff_t channels,
                       std::ptrdiff_t map, std::ptrdiff_t c) {
  const std::ptrdiff_t blocks = (channels + c - 1) / c;
  Buffer plain(batch * channels * map);
  for (std::ptrdiff_t n = 0; n < batch; ++n)
    for (std::ptrdiff_t ch = 0; ch < channels; ++ch)
      for (std::ptrdiff_t i = 0; i < map; ++i)
        plain[(n * channels + ch) * map + i] = blocked[((n * blocks + ch / c) * map + i) * c + ch % c];
  return plain;
}

inline std::string describe(const kernels::ConvProblem& p) {
  std::string text = p.transposed ? "transposed" : "conv";
  const auto add = [&](const char* name, std::ptrdiff_t value) {
    text += std::string(" ") + name + std::to_string(value);
  };
  add("n", p.batch), add("ic", p.in_channels), add("h", p.in_h), add("w", p.in_w), add("oc", p.out_channels);
  add("kh", p.kernel_h), add("kw", p.kernel_w), add("sh", p.stride_h), add("sw", p.stride_w);
  add("dh", p.dilation_h), add("dw", p.dilation_w), add("pt", p.pad_top), add("pl", p.pad_left);
  add("pb", p.pad_bottom), add("pr", p.pad_right), add("g", p.groups), add("oph", p.output_pad_h);
  add("opw", p.output_pad_w), add("plain", p.plain_input);
  return text;
}

// Height or width of the output; 0 or less where the kernel does not fit.
inline std::ptrdiff_t output_size(const kernels::ConvProblem& p, bool h) {
  const auto pick = [&](std::ptrdiff_t a, std::ptrdiff_t b) { return h ? a : b; };
  const std::ptrdiff_t in = pick(p.in_h, p.in_w), k = pick(p.kernel_h, p.kernel_w),
                       s = pick(p.stride_h, p.stride_w);
  const std::ptrdiff_t d = pick(p.dilation_h, p.dilation_w), begin = pick(p.pad_top, p.pad_left);
  const std::ptrdiff_t end = pick(p.pad_bottom, p.pad_right);
  if (!p.transposed) return kernels::conv_output_size(in, k, s, d, begin, end);
  return kernels::conv_transpose_output_size(in, k, s, d, begin, end, pick(p.output_pad_h, p.output_pad_w));
}

// The input, until there is an output.
inline void grow_until_output(kernels::ConvProblem& p) {
  while (output_size(p, true) < 1 || output_size(p, false) < 1) ++p.in_h, ++p.in_w;
}

// Weights that keep outputs of order one, so that a tolerance relative to the largest means something under
// Clip too.
inline float weight_range(const kernels::ConvProblem& p) {
  return std::sqrt(3.0f / static_cast<float>(p.in_channels / p.groups * p.kernel_h * p.kernel_w));
}

// What such outputs deviate by; a few may still all cancel.
constexpr double output_deviation = 0.5;

// Data of one case; the tensors are plain.
struct ConvCase {
  ConvCase(Random& random, const kernels::ConvProblem& problem, bool fold, bool with_residual)
      : p(problem),
        out_h(output_size(p, true)),
        out_w(output_size(p, false)),
        x(random_buffer(random, p.batch * p.in_channels * p.in_h * p.in_w)),
        weights(random_buffer(random, p.out_channels * (p.in_channels / p.groups) * p.kernel_h * p.kernel_w,
                              -weight_range(p), weight_range(p))),
        bias(random_buffer(random, p.out_channels)),
        scale(random_buffer(random, p.out_channels, 0.5f, 2.0f)),
        shift(random_buffer(random, p.out_channels)),
        residual(random_buffer(random, p.batch * p.out_channels * out_h * out_w)),
        folded(fold),
        adds(with_residual) {}

  Buffer expected(const kernels::Activation& f) const {
    Buffer y(p.batch * p.out_channels * out_h * out_w);
    kernels::reference::conv(p, out_h, out_w, x.data(), weights.data(), bias.data(),
                             folded ? scale.data() : nullptr, folded ? shift.data() : nullptr,
                             adds ? residual.data() : nullptr, f, y.data());
    return y;
  }

  kernels::ConvProblem p;
  std::ptrdiff_t out_h, out_w;
  Buffer x, weights, bias, scale, shift, residual;
  bool folded, adds;
};

// The convolution in row_parts x tile_parts rectangles of work, back in plain layout. in_place: the output
// replaces the residual.
inline Buffer run_case(const ConvCase& t, Isa isa, const kernels::ConvOptions& options,
                       const kernels::Activation& f, kernels::ConvSplit split, bool in_place = false) {
  const std::ptrdiff_t c = isa_info(isa).lanes;
  const kernels::ConvProblem& p = t.p;
  const kernels::ConvGeometry g = kernels::conv_geometry(p, isa, options);
  REQUIRE(g.out_h == t.out_h);
  REQUIRE(g.out_w == t.out_w);
  Buffer packed(g.weight_floats, not_a_number), bias(g.bias_floats, not_a_number);
  kernels::conv_pack_weights(g, t.weights.data(), t.folded ? t.scale.data() : nullptr, packed.data());
  kernels::conv_pack_bias(g, t.bias.data(), t.folded ? t.scale.data() : nullptr,
                          t.folded ? t.shift.data() : nullptr, bias.data());
  const Buffer x = p.plain_input ? t.x : to_blocked(t.x, p.batch, p.in_channels, p.in_h * p.in_w, c);
  const Buffer residual = to_blocked(t.residual, p.batch, p.out_channels, t.out_h * t.out_w, c);
  Buffer y(residual.size(), not_a_number), scratch(g.scratch_bytes / 4 + 1, not_a_number, 16);
  if (in_place) std::copy_n(residual.data(), residual.size(), y.data());
  const float* added = in_place ? y.data() : residual.data();
  const kernels::ConvArguments a{x.data(), packed.data(), bias.data(), t.adds ? added : nullptr, y.data(), f};
  void* aligned = scratch.data() + (reinterpret_cast<std::uintptr_t>(scratch.data()) % 8 ? 1 : 0);
  for (std::ptrdiff_t thread = 0; thread < split.rows * split.tiles; ++thread)
    kernels::conv_run_share(g, a, kernels::conv_share(g, split, thread), aligned);
  CHECK(y.guards_intact());
  CHECK(scratch.guards_intact());
  CHECK(packed.guards_intact());
  return to_plain(y, p.batch, p.out_channels, t.out_h * t.out_w, c);
}

inline bool same_bits(const Buffer& a, const Buffer& b) {
  for (std::ptrdiff_t i = 0; i < a.size(); ++i)
    if (!(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])))) return false;
  return a.size() == b.size();
}

// Every ISA within the tolerance of the reference, and the same bits under every split.
inline void check_case(const ConvCase& t, const kernels::Activation& f,
                       const kernels::ConvOptions& options = {.algorithm = kernels::ConvAlgorithm::direct},
                       Tolerance tolerance = {.relative = 1e-5}) {
  const std::string problem = describe(t.p);
  CAPTURE(problem);
  tolerance.magnitude = output_deviation;
  const Buffer expected = t.expected(f);
  for_each_isa([&](Isa isa) {
    const Buffer whole = run_case(t, isa, options, f, {1, 1});
    check_close(whole, expected, tolerance);
    for (const kernels::ConvSplit split : {kernels::ConvSplit{2, 1}, {1, 2}, {3, 2}, {4, 1}})
      CHECK(same_bits(run_case(t, isa, options, f, split), whole));
  });
}

}  // namespace bricks::test
