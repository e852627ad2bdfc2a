#include "engine/ops/reshape.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/copy_kernel.hpp"

#include <algorithm>

namespace bricks {
namespace {

constexpr IntegerRange dimension_range{-1, std::int64_t{1} << 40};

Error does_not_fit(const Shape& wanted, const Shape& input) {
  return Error("shape is " + ops::list_text(wanted) + ", expected as many elements as the input's " +
               to_string(input));
}

}  // namespace

LayoutChoice ReshapeLike::layouts(std::span<const InputType>, std::span<const Layout> layouts) const {
  return {{layouts[0]}, {Layout::plain}};
}

std::unique_ptr<UnitKernel> ReshapeLike::prepare(const PrepareRequest& request) const {
  return ops::copy_kernel(request);
}

void Reshape::visit(AttributeVisitor& visitor) {
  visitor.integers("shape", shape, dimension_range, Presence::required);
}

std::vector<TensorType> Reshape::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  const Shape& x = inputs[0].shape;
  Shape result = shape;
  std::ptrdiff_t inferred = -1;
  for (std::size_t i = 0; i < result.size(); ++i) {
    ops::expect_value("shape", result[i], dimension_range);
    if (result[i] == 0) {
      if (i >= x.size())
        throw Error("shape is " + ops::list_text(shape) + ", expected 0 only where the input " +
                    to_string(x) + " has a dimension");
      result[i] = x[i];
    } else if (result[i] == -1) {
      if (inferred >= 0) throw Error("shape is " + ops::list_text(shape) + ", expected at most one -1");
      inferred = static_cast<std::ptrdiff_t>(i);
      result[i] = 1;
    }
  }
  const std::int64_t elements = element_count(x), known = element_count(result);
  if (inferred >= 0) {
    if (elements % known != 0) throw does_not_fit(shape, x);
    result[static_cast<std::size_t>(inferred)] = elements / known;
  } else if (known != elements) {
    throw does_not_fit(shape, x);
  }
  return ops::one_output(inputs[0].type, std::move(result));
}

void Flatten::visit(AttributeVisitor& visitor) { visitor.integer("axis", axis, {-8, 8}, Presence::optional); }

std::vector<TensorType> Flatten::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  const Shape& x = inputs[0].shape;
  const auto rank = static_cast<std::int64_t>(x.size());
  ops::expect_value("axis", axis, {-rank, rank});
  const std::ptrdiff_t first = axis < 0 ? axis + rank : axis;
  return ops::one_output(inputs[0].type, {element_count({x.begin(), x.begin() + first}),
                                          element_count({x.begin() + first, x.end()})});
}

void Squeeze::visit(AttributeVisitor& visitor) {
  visitor.integers("axes", axes, ops::axis_range, Presence::optional);
}

std::vector<TensorType> Squeeze::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  const Shape& x = inputs[0].shape;
  const std::vector<std::size_t> dropped = ops::expect_axes("axes", axes, x.size());
  for (std::size_t axis : dropped)
    if (x[axis] != 1)
      throw Error("axis " + std::to_string(axis) + " of " + to_string(x) + " has size " +
                  std::to_string(x[axis]) + ", expected 1");
  Shape result;
  for (std::size_t d = 0; d < x.size(); ++d)
    if (axes.empty() ? x[d] != 1 : !std::binary_search(dropped.begin(), dropped.end(), d))
      result.push_back(x[d]);
  return ops::one_output(inputs[0].type, std::move(result));
}

void Unsqueeze::visit(AttributeVisitor& visitor) {
  visitor.integers("axes", axes, ops::axis_range, Presence::required);
}

std::vector<TensorType> Unsqueeze::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  Shape result = inputs[0].shape;
  for (std::size_t axis : ops::expect_axes("axes", axes, result.size() + axes.size()))
    result.insert(result.begin() + static_cast<std::ptrdiff_t>(axis), 1);
  return ops::one_output(inputs[0].type, std::move(result));
}

}  // namespace bricks
