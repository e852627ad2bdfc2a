#include "engine/ops/gather.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/operands.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "kernels/gather/gather.hpp"

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
  if (!given || inputs[1].weight) ops::expect_data(inputs, 0);
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
  if (inputs[1].weight) ops::expect_data(inputs, 0);
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

// Indices out of the model's input may be out of range; the kernel writes zeros there.
std::unique_ptr<UnitKernel> Gather::prepare(const PrepareRequest& request) const {
  const TensorType& x = request.inputs[0];
  const std::size_t along = ops::expect_axis("axis", axis, x.shape.size());
  const ops::Operands all = ops::operands(request);
  kernels::GatherShape shape{};
  shape.outer = ops::dimension_product(x.shape, 0, along);
  shape.axis = x.shape[along];
  shape.inner_bytes = ops::dimension_product(x.shape, along + 1, x.shape.size()) *
                      static_cast<std::ptrdiff_t>(element_bytes(x.type));
  const bool given = ops::present(request.inputs, 1);
  shape.indices =
      given ? element_count(request.inputs[1].shape) : static_cast<std::ptrdiff_t>(indices.size());
  ops::RangeWork work;
  work.items = shape.outer * shape.indices;
  work.run = [=, fixed = indices](const Bindings& bindings, Range range, std::byte*) {
    const std::int64_t* index = given ? all[1].as<std::int64_t>(bindings) : fixed.data();
    kernels::gather(shape, all[0].at(bindings), index, bindings.outputs[0], range.begin, range.end);
  };
  ops::pack_with(work, all, request.isa);
  return ops::range_kernel(std::move(work));
}

std::unique_ptr<UnitKernel> GatherND::prepare(const PrepareRequest& request) const {
  const TensorType& x = request.inputs[0];
  const Shape& index = request.inputs[1].shape;
  const auto first = static_cast<std::size_t>(batch_dims);
  const ops::Operands all = ops::operands(request);
  kernels::GatherNdShape shape{};
  shape.batch = ops::dimension_product(x.shape, 0, first);
  shape.rows = ops::dimension_product(index, first, index.size() - 1);
  shape.depth = static_cast<int>(index.back());
  const std::size_t inner = first + static_cast<std::size_t>(shape.depth);
  for (std::size_t d = first; d < inner; ++d) shape.sizes[d - first] = x.shape[d];
  shape.inner_bytes = ops::dimension_product(x.shape, inner, x.shape.size()) *
                      static_cast<std::ptrdiff_t>(element_bytes(x.type));
  ops::RangeWork work;
  work.items = shape.batch * shape.rows;
  work.run = [=](const Bindings& bindings, Range range, std::byte*) {
    kernels::gather_nd(shape, all[0].at(bindings), all[1].as<std::int64_t>(bindings), bindings.outputs[0],
                       range.begin, range.end);
  };
  ops::pack_with(work, all, request.isa);
  return ops::range_kernel(std::move(work));
}

}  // namespace bricks
