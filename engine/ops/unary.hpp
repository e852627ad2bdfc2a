// y = f(x), element by element: ONNX's activations and mathematical functions of one tensor.
//
// Where ONNX has no single operator the name is ours; the equivalent is
//   bricks.Affine       alpha x + beta               Add(Mul(x, alpha), beta)
//   bricks.Square       x^2                          Mul(x, x)
//   bricks.Silu         x sigmoid(x)                 Mul(x, Sigmoid(x))
//   bricks.ScaledTanh   alpha + beta tanh(x)         Add(Mul(Tanh(x), beta), alpha)
//   bricks.ScaledExp    exp(alpha x)                 Exp(Mul(x, alpha))
//   bricks.SqrtRatio    sqrt(x) / (1 + x)            Div(Sqrt(x), Add(x, 1))
//   bricks.LogSquare    log(max(epsilon, x^2))       Log(Max(Mul(x, x), epsilon))
// Gelu is ONNX's with approximate = none. Clip has its bounds as attributes.
#pragma once

#include "engine/graph/op.hpp"
#include "kernels/activation/activation.hpp"
#include "kernels/elementwise/unary.hpp"

#include <optional>

namespace bricks {

enum class UnaryKind : std::uint8_t {
  relu,
  clip,        // alpha: min, beta: max
  leaky_relu,  // alpha
  elu,         // alpha
  sigmoid,
  hard_sigmoid,  // alpha, beta
  hard_swish,
  silu,
  gelu,
  softplus,
  softsign,
  tanh,
  scaled_tanh,  // alpha, beta
  erf,
  exp,
  scaled_exp,  // alpha
  log,
  log_square,  // alpha: epsilon
  sqrt,
  sqrt_ratio,
  square,
  reciprocal,
  neg,
  abs,
  floor,
  ceil,
  affine,  // alpha, beta
};

class Unary : public Op {
 public:
  explicit Unary(UnaryKind which);  // with ONNX's defaults for alpha and beta
  Unary(UnaryKind which, float first, float second = 0) : kind(which), alpha(first), beta(second) {}

  const UnaryKind kind;
  // The function's attributes, in the order of the list above; their names in models are those of ONNX.
  float alpha = 0, beta = 0;

  std::string_view type() const override;
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.activation = true}; }
  bool works_in_place() const override { return true; }
  bool merge_into(Epilogue& epilogue, std::span<const InputType> inputs) const override;

  // The same function as an epilogue; none for one that no epilogue has.
  std::optional<kernels::Activation> activation() const;
};

}  // namespace bricks
