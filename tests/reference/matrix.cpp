#include "engine/ops/gemm.hpp"
#include "tests/reference/call.hpp"

namespace bricks::test {
namespace {

std::size_t at(std::int64_t row, std::int64_t column, std::int64_t columns) {
  return static_cast<std::size_t>(row * columns + column);
}

void gemm(const Call& call, const Gemm& op) {
  const std::int64_t rows = call.outputs[0].shape[0], columns = call.outputs[0].shape[1];
  const std::int64_t inner = product(call.in(0).shape) / rows;
  const double alpha = op.alpha, beta = op.beta;
#pragma omp parallel for
  for (std::int64_t c = 0; c < columns; ++c)
    for (std::int64_t r = 0; r < rows; ++r) {
      double sum = 0;
      for (std::int64_t k = 0; k < inner; ++k)
        sum += call.x(0)[op.transA ? at(k, r, rows) : at(r, k, inner)] *
               call.x(1)[op.transB ? at(c, k, inner) : at(k, c, columns)];
      const double bias = call.has(2) ? call.x(2)[broadcast_place({r, c}, call.in(2).shape)] : 0;
      call.y()[at(r, c, columns)] = alpha * sum + beta * bias;
    }
}

void matmul(const Call& call) {
  Shape a = call.in(0).shape, b = call.in(1).shape, y = call.outputs[0].shape;
  if (b.size() == 1) b.push_back(1), y.push_back(1);
  if (a.size() == 1) a.insert(a.begin(), 1), y.insert(y.end() - 1, 1);
  const std::int64_t rows = y[y.size() - 2], columns = y.back(), inner = a.back();
  const Shape batches(y.begin(), y.end() - 2), a_batches(a.begin(), a.end() - 2),
      b_batches(b.begin(), b.end() - 2);
  for (std::int64_t n = 0; n < product(batches); ++n) {
    const Index batch = index_of(static_cast<std::size_t>(n), batches);
    const double* left =
        call.x(0).data() + broadcast_place(batch, a_batches) * static_cast<std::size_t>(rows * inner);
    const double* right =
        call.x(1).data() + broadcast_place(batch, b_batches) * static_cast<std::size_t>(inner * columns);
    for (std::int64_t r = 0; r < rows; ++r)
      for (std::int64_t c = 0; c < columns; ++c) {
        double sum = 0;
        for (std::int64_t k = 0; k < inner; ++k) sum += left[r * inner + k] * right[k * columns + c];
        call.y()[static_cast<std::size_t>((n * rows + r) * columns + c)] = sum;
      }
  }
}

}  // namespace

bool reference_matrix(const Call& call) {
  if (const Gemm* op = op_cast<Gemm>(call.op)) return gemm(call, *op), true;
  if (op_cast<MatMul>(call.op)) return matmul(call), true;
  return false;
}

}  // namespace bricks::test
