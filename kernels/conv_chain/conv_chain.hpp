// A depthwise convolution with its neighbours as one: [a convolution ->] depthwise -> 1x1 convolution, each
// with the epilogue of kernels/conv (the inverted residual block of MobileNet V2, Sandler et al. 2018,
// https://arxiv.org/abs/1801.04381; without the first one MobileNet V1's separable convolution).
//
// Runs a few output rows at a time: the rows of the first convolution that they need lie in a ring, the
// depthwise rows beside it, so the two tensors in between never leave the cache. Every row is computed by the
// kernels of kernels/conv in the order of summation that they have alone: the result is the same bit for bit,
// and however rows are shared out. Neighbouring shares both compute the rows that both need.
//
//   ConvChain chain = conv_chain(problems, isa);                 // once
//   conv_pack_weights(chain.stages[i], ...), conv_pack_bias(...)  // once for each stage
//   conv_chain_run(chain, arguments, row_begin, row_end, scratch);  // by each thread; chain.scratch_bytes
//   each, 64-byte aligned
#pragma once

#include "kernels/conv/conv.hpp"

#include <array>
#include <cstddef>
#include <span>

namespace bricks::kernels {

inline constexpr std::size_t longest_conv_chain = 3;

// Whether the problems (the last two or all three of the above, dense strides, each one's output the next
// one's input) can run as a chain, and whether it pays. Depends on the problems alone.
bool conv_chain_pays(std::span<const ConvProblem> problems);

struct ConvChain {
  std::size_t count = 0;                                // stages
  std::array<ConvGeometry, longest_conv_chain> stages;  // of one image, weights packed as these say
  std::ptrdiff_t batch = 1;
  std::ptrdiff_t rows = 0;       // of output, all images: what can be shared out
  std::ptrdiff_t step_rows = 1;  // output rows done together
  // Per thread: the ring of the first stage's rows, then those of the depthwise one, then what stages need.
  std::ptrdiff_t middle_offset = 0, stage_offset = 0, scratch_bytes = 0;
  double flops = 0;

  const ConvGeometry& depthwise() const { return stages[count - 2]; }
  const ConvGeometry& last() const { return stages[count - 1]; }
};

// problems: ones that can run as a chain.
ConvChain conv_chain(std::span<const ConvProblem> problems, Isa isa, const ConvOptions& options = {});

struct ConvChainArguments {
  const float* input = nullptr;
  const float* residual = nullptr;  // of the last stage; may be null or the input, not the output
  float* output = nullptr;
  // Of each stage: weights, bias and activation; the rest is not used.
  std::array<ConvArguments, longest_conv_chain> stages;
};

// Output rows [row_begin, row_end) of chain.rows.
void conv_chain_run(const ConvChain& chain, const ConvChainArguments& arguments, std::ptrdiff_t row_begin,
                    std::ptrdiff_t row_end, void* scratch);

}  // namespace bricks::kernels
