#include "engine/ops/broadcast_layout.hpp"

#include "engine/ops/checks.hpp"

#include <algorithm>

namespace bricks::ops {
namespace {

bool has_channels(const Shape& shape) { return shape.size() >= 3 && shape[shape.size() - 3] != 1; }

bool stays_blocked(const Shape& output, std::span<const InputType> inputs, std::span<const Layout> layouts) {
  if (output.size() != 4 || std::find(layouts.begin(), layouts.end(), Layout::blocked) == layouts.end())
    return false;
  return std::all_of(inputs.begin(), inputs.end(), [](const InputType& input) {
    return input.weight || input.shape.size() == 4 || !has_channels(input.shape);
  });
}

}  // namespace

LayoutChoice broadcast_layouts(const Shape& output, std::span<const InputType> inputs,
                               std::span<const Layout> layouts) {
  if (!stays_blocked(output, inputs, layouts))
    return {std::vector<Layout>(inputs.size(), Layout::plain), {Layout::plain}};
  LayoutChoice choice{std::vector<Layout>(layouts.begin(), layouts.end()), {Layout::blocked}};
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (!inputs[i].weight && inputs[i].shape.size() == 4 && inputs[i].shape[1] == output[1])
      choice.inputs[i] = Layout::blocked;
  return choice;
}

}  // namespace bricks::ops
