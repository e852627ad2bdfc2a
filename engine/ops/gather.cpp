#include "engine/ops/gather.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"

#include <limits>

namespace bricks {
namespace {

constexpr IntegerRange index_range{-(std::int64_t{1} << 40), std::int64_t{1} << 40};

}  // namespace

void Gather::visit(AttributeVisitor& visitor) {
  visitor.integer("axis", axis, ops::axis_range, Presence::optional);
  visitor.integers("indices", indices, index_range, Presence::optional);
  visitor.integer("scalar", scalar, {0, 1}, Presence::optional);
}

std::vector<TensorType> Gather::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 2);
  const bool given = ops::present(inputs, 1);
  if (given != indices.empty()) throw Error("expected indices either as an input or as an attribute");
  ops::expect_value("scalar", scalar, {0, given ? 0 : 1});
  const Shape& x = inputs[0].shape;
  const std::size_t along = ops::expect_axis("axis", axis, x.size());
  Shape picked;
  if (given) {
    ops::expect_type(inputs, 1, ElementType::int64);
    picked = inputs[1].shape;
  } else {
    ops::expect_values("indices", indices, scalar ? 1 : indices.size(), {-x[along], x[along] - 1});
    if (!scalar) picked = {static_cast<std::int64_t>(indices.size())};
  }
  const auto at = static_cast<std::ptrdiff_t>(along);
  Shape result(x.begin(), x.begin() + at);
  result.insert(result.end(), picked.begin(), picked.end());
  result.insert(result.end(), x.begin() + at + 1, x.end());
  return ops::one_output(inputs[0].type, std::move(result));
}

void GatherND::visit(AttributeVisitor& visitor) {
  visitor.integer("batch_dims", batch_dims, {0, 7}, Presence::optional);
}

std::vector<TensorType> GatherND::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 2, 2);
  ops::expect_type(inputs, 1, ElementType::int64);
  ops::expect_rank(inputs, 0, 1, 8);
  ops::expect_rank(inputs, 1, 1, 8);
  const Shape &x = inputs[0].shape, &index = inputs[1].shape;
  const std::int64_t least = static_cast<std::int64_t>(std::min(x.size(), index.size()));
  ops::expect_value("batch_dims", batch_dims, {0, least - 1});
  for (std::ptrdiff_t d = 0; d < batch_dims; ++d)
    if (x[static_cast<std::size_t>(d)] != index[static_cast<std::size_t>(d)])
      throw Error("shapes " + to_string(x) + " and " + to_string(index) +
                  ", expected equal batch dimensions");
  const std::int64_t depth = index.back(), most = static_cast<std::int64_t>(x.size()) - batch_dims;
  if (depth > most)
    throw Error("the indices have " + std::to_string(depth) + " components, expected at most " +
                std::to_string(most));
  Shape result(index.begin(), index.end() - 1);
  result.insert(result.end(), x.begin() + batch_dims + depth, x.end());
  return ops::one_output(inputs[0].type, std::move(result));
}

}  // namespace bricks
