#include "engine/ops/reduce.hpp"

#include "engine/ops/checks.hpp"
#include "engine/ops/global_pool_kernel.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"

#include <algorithm>
#include <array>

namespace bricks {
namespace {

Shape without(const Shape& shape, const std::vector<char>& reduced, bool keep) {
  Shape result;
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (!reduced[d])
      result.push_back(shape[d]);
    else if (keep)
      result.push_back(1);
  return result;
}

}  // namespace

std::string_view Reduce::type() const {
  switch (function) {
    case Function::sum:
      return "ReduceSum";
    case Function::mean:
      return "ReduceMean";
    case Function::max:
      return "ReduceMax";
    case Function::min:
      return "ReduceMin";
    case Function::prod:
      return "ReduceProd";
    case Function::l1:
      return "ReduceL1";
    case Function::l2:
      return "ReduceL2";
    case Function::sum_square:
      return "ReduceSumSquare";
    case Function::log_sum:
      return "ReduceLogSum";
    case Function::log_sum_exp:
      return "ReduceLogSumExp";
    case Function::count:
      break;
  }
  return "";
}

void Reduce::visit(AttributeVisitor& visitor) {
  visitor.integers("axes", axes, ops::axis_range, Presence::optional);
  visitor.integer("keepdims", keepdims, {0, 1}, Presence::optional);
}

std::vector<char> Reduce::reduced(std::size_t rank) const {
  std::vector<char> reduced(rank, axes.empty());
  for (std::size_t axis : ops::expect_axes("axes", axes, rank)) reduced[axis] = true;
  return reduced;
}

bool Reduce::is_global_pool(std::size_t rank) const {
  return (function == Function::mean || function == Function::max) && rank == 4 &&
         reduced(4) == std::vector<char>{0, 0, 1, 1};
}

std::vector<TensorType> Reduce::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 0, 8);
  ops::expect_value("keepdims", keepdims, {0, 1});
  const Shape& x = inputs[0].shape;
  return ops::one_output(ElementType::float32, without(x, reduced(x.size()), keepdims != 0));
}

LayoutChoice Reduce::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  if (layouts[0] == Layout::plain || !is_global_pool(inputs[0].shape.size()))
    return {{Layout::plain}, {Layout::plain}};
  return {{Layout::blocked}, {keepdims ? Layout::blocked : Layout::plain}};
}

void ArgReduce::visit(AttributeVisitor& visitor) {
  visitor.integer("axis", axis, ops::axis_range, Presence::optional);
  visitor.integer("keepdims", keepdims, {0, 1}, Presence::optional);
  visitor.integer("select_last_index", select_last_index, {0, 1}, Presence::optional);
}

std::vector<TensorType> ArgReduce::infer(std::span<const InputType> inputs) const {
  ops::expect_one_data(inputs);
  ops::expect_float(inputs);
  ops::expect_value("keepdims", keepdims, {0, 1});
  ops::expect_value("select_last_index", select_last_index, {0, 1});
  const Shape& x = inputs[0].shape;
  std::vector<char> reduced(x.size(), 0);
  reduced[ops::expect_axis("axis", axis, x.size())] = 1;
  return ops::one_output(ElementType::int64, without(x, reduced, keepdims != 0));
}

std::unique_ptr<UnitKernel> Reduce::prepare(const PrepareRequest& request) const {
  const Shape& x = request.inputs[0].shape;
  if (is_global_pool(x.size())) return ops::global_pool_kernel(request, function == Function::mean);
  std::array<bool, kernels::max_rank> axes_reduced{};
  const std::vector<char> all = reduced(x.size());
  std::copy(all.begin(), all.end(), axes_reduced.begin());
  const kernels::ReduceShape shape = kernels::reduce_shape(x, {axes_reduced.data(), x.size()});
  ops::RangeWork work;
  work.items = shape.kept.count;
  work.run = [shape, run = kernels::reduce_kernels(request.isa)[function]](const Bindings& bindings,
                                                                           Range range, std::byte*) {
    run(shape, ops::input(bindings, 0), ops::output(bindings), range.begin, range.end);
  };
  work.first_element = ops::items_of(1);
  ops::add_activation(work, request.isa, request.epilogue.activation);
  return ops::range_kernel(std::move(work));
}

std::unique_ptr<UnitKernel> ArgReduce::prepare(const PrepareRequest& request) const {
  const Shape& x = request.inputs[0].shape;
  const std::size_t along = ops::expect_axis("axis", axis, x.size());
  const kernels::ArgReduceShape shape{ops::dimension_product(x, 0, along), x[along],
                                      ops::dimension_product(x, along + 1, x.size()), largest,
                                      select_last_index != 0};
  ops::RangeWork work;
  work.items = shape.outer * shape.inner;
  work.run = [shape](const Bindings& bindings, Range range, std::byte*) {
    kernels::arg_reduce(shape, ops::input(bindings, 0), ops::output<std::int64_t>(bindings), range.begin,
                        range.end);
  };
  return ops::range_kernel(std::move(work));
}

}  // namespace bricks
