#include "engine/ops/binary.hpp"

#include "engine/error.hpp"
#include "engine/ops/broadcast_layout.hpp"
#include "engine/ops/checks.hpp"
#include "engine/plan/unit_kernel.hpp"

#include <limits>

namespace bricks {
namespace {

bool merge_residual(Epilogue& epilogue, std::span<const InputType> inputs) {
  if (epilogue.residual || epilogue.activation.kind != kernels::ActivationKind::identity) return false;
  if (inputs.size() != 2 || inputs[0].shape != inputs[1].shape) return false;
  epilogue.residual = true;
  return true;
}

}  // namespace

std::string_view Binary::type() const {
  switch (function) {
    case Function::add:
      return "Add";
    case Function::sub:
      return "Sub";
    case Function::mul:
      return "Mul";
    case Function::div:
      return "Div";
    case Function::max:
      return "Max";
    case Function::min:
      return "Min";
    case Function::pow:
      return "Pow";
    case Function::prelu:
      return "PRelu";
    case Function::add_scaled:
      return "bricks.AddScaled";
    case Function::squared_difference:
      return "bricks.SquaredDifference";
    case Function::div_offset:
      return "bricks.DivEpsilon";
    case Function::count:
      break;
  }
  return "";
}

void Binary::visit(AttributeVisitor& visitor) {
  if (function == Function::add_scaled) visitor.number("alpha", alpha, Presence::required);
  if (function == Function::div_offset) visitor.number("epsilon", alpha, Presence::required);
}

std::vector<TensorType> Binary::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 2, 2);
  ops::expect_float(inputs);
  Shape shape = ops::broadcast(inputs[0].shape, inputs[1].shape);
  if (function == Function::prelu && shape != inputs[0].shape)
    throw Error("slope has shape " + to_string(inputs[1].shape) + ", expected one that broadcasts to " +
                to_string(inputs[0].shape));
  return ops::one_output(ElementType::float32, std::move(shape));
}

LayoutChoice Binary::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  return ops::broadcast_layouts(ops::broadcast(inputs[0].shape, inputs[1].shape), inputs, layouts);
}

bool Binary::merge_into(Epilogue& epilogue, std::span<const InputType> inputs) const {
  return function == Function::add && merge_residual(epilogue, inputs);
}

std::vector<TensorType> Sum::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, std::numeric_limits<std::size_t>::max());
  ops::expect_inputs(inputs, inputs.size(), inputs.size());
  ops::expect_float(inputs);
  for (std::size_t i = 1; i < inputs.size(); ++i) ops::expect_shape(inputs, i, inputs[0].shape);
  return {inputs[0]};
}

LayoutChoice Sum::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  return ops::broadcast_layouts(inputs[0].shape, inputs, layouts);
}

bool Sum::merge_into(Epilogue& epilogue, std::span<const InputType> inputs) const {
  return merge_residual(epilogue, inputs);
}

std::vector<TensorType> Where::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 3, 3);
  ops::expect_type(inputs, 0, ElementType::boolean);
  ops::expect_type(inputs, 2, inputs[1].type);
  return ops::one_output(inputs[1].type,
                         ops::broadcast(inputs[0].shape, ops::broadcast(inputs[1].shape, inputs[2].shape)));
}

}  // namespace bricks
