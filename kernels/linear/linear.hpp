// Fully connected layer (ONNX Gemm with a constant B): y = activation(x W^T + b).
//
// x is plain [batch][in], y plain [batch][out]. At batch 1 it runs at memory bandwidth: weights are packed
// into panels of some vectors of outputs, [panel][in][V c], so that each thread reads one contiguous stream,
// or one of each of four panels; at larger batches the same panels feed a register tile of rows. Every output
// is summed over inputs in order, whatever the batch and the split.
#pragma once

#include "kernels/activation/activation.hpp"
#include "kernels/isa/dispatch.hpp"

#include <cstddef>

namespace bricks::kernels {

struct LinearProblem {
  std::ptrdiff_t batch = 1, in = 1, out = 1;
  bool transposed_weights =
      false;  // given as [in][out] (Gemm with transB = 0) and not as [out][in] (transB = 1)
};

// V: 4, or 2 where there are 16 registers.
constexpr int linear_panel_vectors(Isa isa) { return isa == Isa::avx2 || isa == Isa::sse42 ? 2 : 4; }

// Rows of x that share a pass over a panel: 4 x 6 accumulators of 32 registers, 2 x 6 of 16.
inline constexpr int linear_pass_rows = 6;

struct LinearGeometry {
  LinearProblem problem;
  Isa isa = isa_list[0].isa;
  int lanes = 1;
  std::ptrdiff_t panels = 0;         // the work: ranges of panels
  std::ptrdiff_t panel_outputs = 0;  // V c
  std::ptrdiff_t weight_floats = 0;  // packed size, 64-byte aligned storage
  std::ptrdiff_t bias_floats = 0;
};

struct LinearArguments {
  const float* x = nullptr;
  const float* weights = nullptr;  // from linear_pack_weights
  const float* bias = nullptr;     // from linear_pack_bias
  float* y = nullptr;
  std::ptrdiff_t x_stride = 0, y_stride = 0;  // floats between rows; 0 stands for dense
  Activation activation = {};
};

struct LinearKernels {
  void (*run)(const LinearGeometry& g, const LinearArguments& a, std::ptrdiff_t panel_begin,
              std::ptrdiff_t panel_end);
};

template <Isa>
struct LinearTable {
  static const LinearKernels table;
};

LinearGeometry linear_geometry(const LinearProblem& problem, Isa isa);

// scale: null, or one factor an output (a folded BatchNormalization, or Gemm's alpha); outputs behind the
// last are 0.
void linear_pack_weights(const LinearGeometry& g, const float* weights, const float* scale, float* packed);
// Panels [begin, end) of it, so that threads can share the packing of weights that a model computes.
void linear_pack_panels(const LinearGeometry& g, const float* weights, const float* scale, float* packed,
                        std::ptrdiff_t begin, std::ptrdiff_t end);

// packed = bias * scale + shift; each of the three may be null (0, 1, 0).
void linear_pack_bias(const LinearGeometry& g, const float* bias, const float* scale, const float* shift,
                      float* packed);

// Panels [begin, end); no scratch.
inline void linear_run(const LinearGeometry& g, const LinearArguments& a, std::ptrdiff_t panel_begin,
                       std::ptrdiff_t panel_end) {
  kernels_for<LinearTable>(g.isa).run(g, a, panel_begin, panel_end);
}

}  // namespace bricks::kernels
