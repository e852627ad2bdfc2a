// The unit of Gemm and MatMul: kernels/linear over one or many pairs of matrices.
//
//   Y[i] = activation(affine(alpha A[a(i)] B[b(i)] + beta C))
//
// B is packed before the first run where it is a weight, else in every run by all workers. A C that is a
// constant row, and an affine behind it, are folded into weights and bias; any other C is a second pass over
// what was just written.
#pragma once

#include "engine/plan/unit_kernel.hpp"
#include "kernels/linear/linear.hpp"

#include <memory>
#include <vector>

namespace bricks::ops {

struct MatrixProducts {
  std::ptrdiff_t rows = 1, inner = 1, columns = 1;  // of each A (rows x inner) and B
  bool a_transposed = false;                        // A lies as [inner][rows]; one product only
  bool b_rows_are_inner = false;                    // B lies as [inner][columns], else as [columns][inner]
  std::vector<std::ptrdiff_t> a = {0}, b = {0};     // matrix of A and of B for each product
  std::ptrdiff_t b_count = 1;
  float alpha = 1, beta = 1;
};

// request.inputs: A, B and optionally C, which broadcasts to [rows, columns].
std::unique_ptr<UnitKernel> linear_kernel(const PrepareRequest& request, MatrixProducts products);

}  // namespace bricks::ops
