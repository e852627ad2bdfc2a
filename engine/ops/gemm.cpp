#include "engine/ops/gemm.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/linear_kernel.hpp"

namespace bricks {
namespace {

// For each element of the broadcast shape, the position of the one that it repeats.
std::vector<std::ptrdiff_t> matrix_of_each(const Shape& shape, const Shape& broadcast) {
  std::vector<std::ptrdiff_t> positions = {0};
  const std::size_t missing = broadcast.size() - shape.size();
  for (std::size_t d = 0; d < broadcast.size(); ++d) {
    const std::ptrdiff_t size = d < missing ? 1 : shape[d - missing];
    std::vector<std::ptrdiff_t> next;
    for (std::ptrdiff_t position : positions)
      for (std::ptrdiff_t i = 0; i < broadcast[d]; ++i) next.push_back(position * size + (size == 1 ? 0 : i));
    positions = std::move(next);
  }
  return positions;
}

}  // namespace

void Gemm::visit(AttributeVisitor& visitor) {
  visitor.number("alpha", alpha, Presence::optional);
  visitor.number("beta", beta, Presence::optional);
  visitor.integer("transA", transA, {0, 1}, Presence::optional);
  visitor.integer("transB", transB, {0, 1}, Presence::optional);
}

std::pair<std::int64_t, std::int64_t> Gemm::a_sizes(std::span<const InputType> inputs) const {
  const Shape& a = inputs[0].shape;
  if (transA) return {a[1], a[0]};
  return {a[0], element_count(a) / a[0]};
}

std::vector<TensorType> Gemm::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 2, 3);
  ops::expect_float(inputs);
  ops::expect_value("transA", transA, {0, 1});
  ops::expect_value("transB", transB, {0, 1});
  ops::expect_rank(inputs, 0, 2, transA ? 2 : 8);
  ops::expect_rank(inputs, 1, 2);
  const auto [rows, inner] = a_sizes(inputs);
  const std::int64_t columns = inputs[1].shape[transB ? 0 : 1];
  ops::expect_shape(inputs, 1, transB ? Shape{columns, inner} : Shape{inner, columns});
  const Shape shape{rows, columns};
  if (ops::present(inputs, 2) && ops::broadcast(inputs[2].shape, shape) != shape)
    throw Error("C has shape " + to_string(inputs[2].shape) + ", expected one that broadcasts to " +
                to_string(shape));
  return ops::one_output(ElementType::float32, shape);
}

std::unique_ptr<UnitKernel> Gemm::prepare(const PrepareRequest& request) const {
  const auto [rows, inner] = a_sizes(request.inputs);
  ops::MatrixProducts product;
  product.rows = rows;
  product.inner = inner;
  product.columns = request.outputs[0].shape[1];
  product.a_transposed = transA != 0;
  product.b_rows_are_inner = transB == 0;
  product.alpha = alpha;
  product.beta = beta;
  return ops::linear_kernel(request, std::move(product));
}

std::int64_t Gemm::macs(std::span<const InputType> inputs, std::span<const TensorType> outputs) const {
  return ops::saturating_product(element_count(outputs[0].shape), a_sizes(inputs).second);
}

std::vector<TensorType> MatMul::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 2, 2);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 1, 8);
  ops::expect_rank(inputs, 1, 1, 8);
  Shape a = inputs[0].shape, b = inputs[1].shape;
  const bool row = a.size() == 1, column = b.size() == 1;
  if (row) a.insert(a.begin(), 1);
  if (column) b.push_back(1);
  if (a.back() != b[b.size() - 2])
    throw Error("shapes " + to_string(inputs[0].shape) + " and " + to_string(inputs[1].shape) +
                ", expected inner dimensions that agree");
  Shape shape = ops::broadcast({a.begin(), a.end() - 2}, {b.begin(), b.end() - 2});
  if (!row) shape.push_back(a[a.size() - 2]);
  if (!column) shape.push_back(b.back());
  return ops::one_output(ElementType::float32, std::move(shape));
}

// Where B is one matrix, all rows of A meet it in one product; else one product for each matrix of the
// broadcast.
std::unique_ptr<UnitKernel> MatMul::prepare(const PrepareRequest& request) const {
  Shape a = request.inputs[0].shape, b = request.inputs[1].shape;
  if (a.size() == 1) a.insert(a.begin(), 1);
  if (b.size() == 1) b.push_back(1);
  ops::MatrixProducts p;
  p.b_rows_are_inner = true;
  p.inner = a.back();
  p.columns = b.back();
  p.rows = a[a.size() - 2];
  const Shape a_batch(a.begin(), a.end() - 2), b_batch(b.begin(), b.end() - 2);
  p.b_count = element_count(b_batch);
  if (p.b_count == 1) {
    p.rows *= element_count(a_batch);
    return ops::linear_kernel(request, std::move(p));
  }
  const Shape batch = ops::broadcast(a_batch, b_batch);
  p.a = matrix_of_each(a_batch, batch);
  p.b = matrix_of_each(b_batch, batch);
  return ops::linear_kernel(request, std::move(p));
}

std::int64_t MatMul::macs(std::span<const InputType> inputs, std::span<const TensorType> outputs) const {
  return ops::saturating_product(element_count(outputs[0].shape), inputs[0].shape.back());
}

}  // namespace bricks
