#include "kernels/conv_chain/conv_chain.hpp"

#include <algorithm>

namespace bricks::kernels {
namespace {

using Size = std::ptrdiff_t;

struct ChainRows {
  Size begin, end;
};

// Output rows of one image, a step at a time.
class ChainRun {
 public:
  ChainRun(const ConvChain& chain, const ConvChainArguments& arguments, Size image, std::byte* scratch)
      : chain_(chain),
        stages_(arguments.stages),
        ring_(reinterpret_cast<float*>(scratch)),
        middle_(reinterpret_cast<float*>(scratch + chain.middle_offset)),
        stage_scratch_(scratch + chain.stage_offset) {
    const ConvProblem& last = chain.last().problem;
    stages_[0].input = arguments.input + image * chain.stages[0].problem.input.batch;
    to_ = arguments.output + image * last.output.batch;
    residual_ = arguments.residual ? arguments.residual + image * last.residual.batch : nullptr;
    if (chain.count == longest_conv_chain) stages_[1].input = ring_;
  }

  void run(ChainRows rows) {
    for (Size y = rows.begin; y < rows.end; y += chain_.step_rows) {
      const ChainRows step{y, std::min(y + chain_.step_rows, rows.end)};
      if (chain_.count == longest_conv_chain) first(input_rows(step));
      depthwise_and_last(step);
    }
  }

 private:
  // Rows under the depthwise convolution's output rows.
  ChainRows input_rows(ChainRows step) const {
    const ConvProblem& p = chain_.depthwise().problem;
    return {std::max<Size>(0, step.begin * p.stride_h - p.pad_top),
            std::min(p.in_h, (step.end - 1) * p.stride_h - p.pad_top + p.kernel_h)};
  }

  // Those rows that the step before has not left in the ring.
  void first(ChainRows needed) {
    const ConvGeometry& g = chain_.stages[0];
    const Size ring_rows = chain_.depthwise().problem.input_ring_rows;
    for (Size y = std::max(needed.begin, first_done_); y < needed.end;) {
      const Size place = y % ring_rows, count = std::min(needed.end - y, ring_rows - place);
      stages_[0].output = ring_ + (place - y) * g.problem.output.row;
      conv_run(g, stages_[0], {y, y + count, 0, g.tiles}, stage_scratch_);
      y += count;
    }
    first_done_ = std::max(first_done_, needed.end);
  }

  void depthwise_and_last(ChainRows step) {
    const ConvGeometry &depthwise = chain_.depthwise(), &last = chain_.last();
    ConvArguments &inner = stages_[chain_.count - 2], &outer = stages_[chain_.count - 1];
    inner.output = middle_ - step.begin * depthwise.problem.output.row;
    conv_run(depthwise, inner, {step.begin, step.end, 0, depthwise.tiles}, stage_scratch_);
    outer.input = inner.output;
    outer.residual = residual_;
    outer.output = to_;
    conv_run(last, outer, {step.begin, step.end, 0, last.tiles}, stage_scratch_);
  }

  const ConvChain& chain_;
  std::array<ConvArguments, longest_conv_chain> stages_;
  float *ring_, *middle_;
  std::byte* stage_scratch_;
  float* to_;
  const float* residual_;
  Size first_done_ = 0;
};

}  // namespace

void conv_chain_run(const ConvChain& chain, const ConvChainArguments& arguments, Size row_begin, Size row_end,
                    void* scratch) {
  const Size image_rows = chain.last().out_h;
  for (Size r = row_begin; r < row_end;) {
    const Size image = r / image_rows, y = r % image_rows, count = std::min(row_end - r, image_rows - y);
    ChainRun(chain, arguments, image, static_cast<std::byte*>(scratch)).run({y, y + count});
    r += count;
  }
}

}  // namespace bricks::kernels
