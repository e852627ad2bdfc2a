#include "engine/ops/batch_normalization.hpp"

#include "engine/ops/checks.hpp"
#include "engine/plan/unit_kernel.hpp"

namespace bricks {

void BatchNormalization::visit(AttributeVisitor& visitor) {
  visitor.number("epsilon", epsilon, Presence::optional);
  visitor.number("momentum", momentum, Presence::optional);
}

std::vector<TensorType> BatchNormalization::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 5, 5);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 2, 8);
  ops::expect_not_negative("epsilon", epsilon);
  for (std::size_t i = 1; i < 5; ++i) ops::expect_parameter(inputs, i, {inputs[0].shape[1]});
  return {inputs[0]};
}

bool BatchNormalization::merge_into(Epilogue& epilogue, std::span<const InputType>) const {
  if (epilogue.affine_epsilon || epilogue.residual ||
      epilogue.activation.kind != kernels::ActivationKind::identity)
    return false;
  epilogue.affine_epsilon = epsilon;
  return true;
}

LayoutChoice BatchNormalization::layouts(std::span<const InputType> inputs,
                                         std::span<const Layout> layouts) const {
  return ops::keep_layout(inputs, layouts);
}

}  // namespace bricks
