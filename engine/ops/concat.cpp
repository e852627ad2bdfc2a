#include "engine/ops/concat.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"

#include <algorithm>
#include <limits>

namespace bricks {
namespace {

bool along_channels(std::int64_t axis, std::size_t rank) { return rank == 4 && (axis == 1 || axis == -3); }

}  // namespace

void Concat::visit(AttributeVisitor& visitor) {
  visitor.integer("axis", axis, ops::axis_range, Presence::required);
}

std::vector<TensorType> Concat::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, std::numeric_limits<std::size_t>::max());
  ops::expect_inputs(inputs, inputs.size(), inputs.size());
  Shape shape = inputs[0].shape;
  const std::size_t along = ops::expect_axis("axis", axis, shape.size());
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    ops::expect_type(inputs, i, inputs[0].type);
    ops::expect_rank(inputs, i, shape.size());
    Shape expected = inputs[0].shape;
    expected[along] = inputs[i].shape[along];
    ops::expect_shape(inputs, i, expected);
    shape[along] += expected[along];
    element_count(shape);
  }
  return ops::one_output(inputs[0].type, std::move(shape));
}

LayoutChoice Concat::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  const bool blocked = along_channels(axis, inputs[0].shape.size()) &&
                       std::find(layouts.begin(), layouts.end(), Layout::blocked) != layouts.end();
  const Layout layout = blocked ? Layout::blocked : Layout::plain;
  LayoutChoice choice{std::vector<Layout>(inputs.size(), layout), {layout}};
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].weight) choice.inputs[i] = Layout::plain;
  return choice;
}

void Split::visit(AttributeVisitor& visitor) {
  visitor.integer("axis", axis, ops::axis_range, Presence::optional);
  visitor.integers("split", split, positive, Presence::required);
}

std::vector<TensorType> Split::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  const Shape& x = inputs[0].shape;
  const std::size_t along = ops::expect_axis("axis", axis, x.size());
  std::int64_t left = x[along];
  std::vector<TensorType> outputs;
  for (std::int64_t length : split) {
    ops::expect_value("split", length, positive);
    if (length > left) break;
    left -= length;
    TensorType part = inputs[0];
    part.shape[along] = length;
    outputs.push_back(std::move(part));
  }
  if (left != 0 || outputs.size() != split.size())
    throw Error("split is " + ops::list_text(split) + ", expected lengths whose sum is " +
                std::to_string(x[along]));
  return outputs;
}

LayoutChoice Split::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  const Layout layout = along_channels(axis, inputs[0].shape.size()) ? layouts[0] : Layout::plain;
  return {{layout}, std::vector<Layout>(split.size(), layout)};
}

}  // namespace bricks
