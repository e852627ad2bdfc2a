#include "kernels/conv_chain/conv_chain.hpp"

#include "kernels/conv/geometry.hpp"

#include <algorithm>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

// Two rows are what a tile of the depthwise kernel takes; the ring is then smallest.
constexpr Size most_step_rows = 2;
// Smaller maps than 1 MiB stay in L2 between units anyway. Weights are read again for every step, so they
// have to stay in L2 too: at 14x14x816 (0.9 MB of them) the chain took 1.04 times as long as its parts, at
// 112x112x144 (32 KB) 0.6 times.
constexpr Size least_map_floats = Size{1} << 18, most_weight_floats = Size{1} << 16;

Size map_floats(const ConvProblem& p) { return p.in_channels * p.in_h * p.in_w; }
Size weight_floats(const ConvProblem& p) {
  return p.in_channels / p.groups * p.out_channels * p.kernel_h * p.kernel_w;
}

bool is_pointwise(const ConvProblem& p) {
  return p.groups == 1 && p.kernel_h == 1 && p.kernel_w == 1 && p.stride_h == 1 && p.stride_w == 1 &&
         !is_padded(p);
}

bool is_dense(const ConvStrides& s) { return s.batch == 0 && s.block == 0 && s.row == 0 && s.pixel == 0; }

// Any ungrouped convolution that would not be Winograd's.
bool can_be_first(const ConvProblem& p) {
  return p.groups == 1 && !p.transposed && (is_pointwise(p) || p.stride_h > 1 || p.stride_w > 1);
}

Size align_to_line(Size bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace

bool conv_chain_pays(std::span<const ConvProblem> problems) {
  if (problems.size() < 2 || problems.size() > longest_conv_chain) return false;
  for (const ConvProblem& p : problems)
    if (p.transposed || !is_dense(p.input) || !is_dense(p.output) || !is_dense(p.residual)) return false;
  const ConvProblem &depthwise = problems[problems.size() - 2], &last = problems.back();
  if (problems.size() == 3 && !can_be_first(problems[0])) return false;
  if (!conv_slides(depthwise) || !is_pointwise(last)) return false;
  Size weights = 0;
  for (const ConvProblem& p : problems) weights += weight_floats(p);
  return map_floats(depthwise) + map_floats(last) >= least_map_floats && weights <= most_weight_floats;
}

ConvChain conv_chain(std::span<const ConvProblem> problems, Isa isa, const ConvOptions& options) {
  ConvChain chain;
  chain.count = problems.size();
  chain.batch = problems[0].batch;
  const Size c = isa_info(isa).lanes;
  std::array<ConvProblem, longest_conv_chain> p;
  for (std::size_t i = 0; i < chain.count; ++i) {
    p[i] = problems[i];
    p[i].batch = 1;
  }
  ConvProblem &depthwise = p[chain.count - 2], &last = p[chain.count - 1];
  chain.step_rows = std::min(most_step_rows, last.in_h);

  // The depthwise one's rows: row y of the step at row y of the buffer, which begins at the step's first row.
  depthwise.output.row = last.in_w * c;
  depthwise.output.block = without_aliasing(chain.step_rows * depthwise.output.row, c);
  last.input.row = depthwise.output.row;
  last.input.block = depthwise.output.block;
  const Size middle = (last.in_channels + c - 1) / c * last.input.block;

  Size ring = 0;
  if (chain.count == longest_conv_chain) {
    ConvProblem& first = p[0];
    depthwise.input_ring_rows =
        std::min(depthwise.in_h, (chain.step_rows - 1) * depthwise.stride_h + depthwise.kernel_h);
    depthwise.input.row = depthwise.in_w * c;
    depthwise.input.block = without_aliasing(depthwise.input_ring_rows * depthwise.input.row, c);
    first.output.row = depthwise.input.row;
    first.output.block = depthwise.input.block;
    ring = (depthwise.in_channels + c - 1) / c * depthwise.input.block;
  }

  Size stage_scratch = 0;
  for (std::size_t i = 0; i < chain.count; ++i) {
    chain.stages[i] = ordinary_geometry(p[i], isa, options, RowsOf::image);
    stage_scratch = std::max(stage_scratch, chain.stages[i].scratch_bytes);
    chain.flops += static_cast<double>(chain.batch) * chain.stages[i].flops;
  }
  chain.rows = chain.batch * chain.last().out_h;
  chain.middle_offset = align_to_line(ring * 4);
  chain.stage_offset = chain.middle_offset + align_to_line(middle * 4);
  chain.scratch_bytes = chain.stage_offset + align_to_line(stage_scratch);
  return chain;
}

}  // namespace bricks::kernels
