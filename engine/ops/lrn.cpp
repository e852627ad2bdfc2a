#include "engine/ops/lrn.hpp"

#include "engine/ops/checks.hpp"
#include "kernels/lrn/lrn.hpp"

namespace bricks {

void Lrn::visit(AttributeVisitor& visitor) {
  visitor.integer("size", size, positive, Presence::required);
  visitor.number("alpha", alpha, Presence::optional);
  visitor.number("beta", beta, Presence::optional);
  visitor.number("bias", bias, Presence::optional);
}

std::vector<TensorType> Lrn::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 2, 8);
  ops::expect_value("size", size, positive);
  return {inputs[0]};
}

LayoutChoice Lrn::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  // The narrowest vector decides, so that layouts are the same under every ISA.
  if (size > kernels::lrn_blocked_max_size(4)) return {{Layout::plain}, {Layout::plain}};
  return ops::keep_layout(inputs, layouts);
}

}  // namespace bricks
