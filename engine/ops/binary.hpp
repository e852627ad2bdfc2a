// y = f(a, b), element by element, with numpy broadcasting; either may be a weight.
//
// Where ONNX has no single operator the name is ours; the equivalent is
//   bricks.AddScaled           a + alpha b         Add(a, Mul(b, alpha))
//   bricks.SquaredDifference   (a - b)^2           Pow(Sub(a, b), 2)
//   bricks.DivEpsilon          a / (epsilon + b)   Div(a, Add(b, epsilon))
// PRelu's slope broadcasts to a, never the other way.
#pragma once

#include "engine/graph/op.hpp"
#include "kernels/elementwise/binary.hpp"

namespace bricks {

class Binary : public Op {
 public:
  using Function = kernels::BinaryFunction;

  explicit Binary(Function which, float parameter = 0) : function(which), alpha(parameter) {}

  const Function function;
  float alpha;  // AddScaled's alpha, DivEpsilon's epsilon

  std::string_view type() const override;
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.residual = true, .activation = true}; }
  bool works_in_place() const override { return true; }
  bool merge_into(Epilogue& epilogue, std::span<const InputType> inputs) const override;
  bool is_parameter(std::size_t index) const override { return function == Function::prelu && index == 1; }
};

// Sum of one or more tensors of one shape. (An ONNX Sum that broadcasts is a chain of Add.)
class Sum : public Op {
 public:
  std::string_view type() const override { return "Sum"; }
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.activation = true}; }
  bool works_in_place() const override { return true; }
  bool merge_into(Epilogue& epilogue, std::span<const InputType> inputs) const override;
};

// y = condition ? a : b; condition is bool, a and b have one type.
class Where : public Op {
 public:
  std::string_view type() const override { return "Where"; }
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

}  // namespace bricks
