// What follows the reduction: residual, activation, store. The bias is the accumulators' first value.
#pragma once

#include "kernels/activation/activation_algorithm.hpp"
#include "kernels/conv/conv.hpp"
#include "kernels/simd/simd.hpp"

namespace bricks::kernels::BRICKS_ISA {

// Where a tile of V vectors x R rows x P pixels goes, and what is added to it.
struct TileOutput {
  float* to;
  const float* residual;  // null for none
  std::ptrdiff_t block, row, pixel;
  std::ptrdiff_t residual_block, residual_row, residual_pixel;
  const InlineActivation* activation;
};

template <int V, int R, int P, class Body>
BRICKS_INLINE void for_each_sum(Body&& body) {
  BRICKS_UNROLL
  for (int v = 0; v < V; ++v) {
    BRICKS_UNROLL
    for (int r = 0; r < R; ++r) {
      BRICKS_UNROLL
      for (int p = 0; p < P; ++p) body(v, r, p);
    }
  }
}

template <int V, int R, int P>
BRICKS_INLINE void add_residual(Vec (&acc)[V][R][P], const TileOutput& out) {
  if (!out.residual) return;
  for_each_sum<V, R, P>([&](int v, int r, int p) __attribute__((always_inline)) {
    acc[v][r][p] +=
        load(out.residual + v * out.residual_block + r * out.residual_row + p * out.residual_pixel);
  });
}

// A copy of the output, as what is read through a reference is read again behind every store. Not within
// finish_tile: as one function, gcc 12 writes the sums of direct_tile to the stack beforehand. Stores past
// the caches save reading lines that are written over, but the next unit reads what this one wrote: six
// models take 1.06 to 1.37 of the time with them, those with outputs of 16 and 64 MB, too (Emerald Rapids,
// two threads).
template <int V, int R, int P>
BRICKS_INLINE void store_tile(Vec (&acc)[V][R][P], TileOutput out) {
  const InlineActivationVec f(*out.activation);
  if (f.leaky)
    for_each_sum<V, R, P>([&](int v, int r, int p) __attribute__((always_inline)) {
      acc[v][r][p] = leaky_relu(acc[v][r][p], f.slope);
    });
  for_each_sum<V, R, P>([&](int v, int r, int p) __attribute__((always_inline)) {
    store(out.to + v * out.block + r * out.row + p * out.pixel, clamp(acc[v][r][p], f.low, f.high));
  });
}

template <int V, int R, int P>
BRICKS_INLINE void finish_tile(Vec (&acc)[V][R][P], const TileOutput& out) {
  add_residual(acc, out);
  store_tile(acc, out);
}

// The activations that are no InlineActivation: over pixels that a tile has just written, still in L1.
BRICKS_INLINE void second_pass(const Activation& f, float* to, std::ptrdiff_t pixels, std::ptrdiff_t pixel) {
  const ActivationKernels& kernels = ActivationTable<this_isa>::table;
  if (pixel == lanes) return kernels.apply(f, to, to, 0, pixels * lanes);
  for (std::ptrdiff_t p = 0; p < pixels; ++p) kernels.apply(f, to + p * pixel, to + p * pixel, 0, lanes);
}

}  // namespace bricks::kernels::BRICKS_ISA
