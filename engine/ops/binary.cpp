#include "engine/ops/binary.hpp"

#include "engine/error.hpp"
#include "engine/ops/broadcast_layout.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/operands.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "engine/plan/unit_kernel.hpp"
#include "kernels/elementwise/where.hpp"

#include <limits>

namespace bricks {
namespace {

bool merge_factor(Epilogue& epilogue, std::span<const InputType> inputs) {
  if (!epilogue.is_empty() || inputs[0].shape != inputs[1].shape) return false;
  epilogue.factor = true;
  return true;
}

bool merge_residual(Epilogue& epilogue, std::span<const InputType> inputs) {
  if (!epilogue.takes_residual() || inputs.size() != 2 || inputs[0].shape != inputs[1].shape) return false;
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

std::unique_ptr<UnitKernel> Binary::prepare(const PrepareRequest& request) const {
  const ops::Operands all = ops::broadcast_operands(request);
  const auto run = kernels::binary_kernels(request.isa)[function];
  const ops::Operand a = all[0], b = all[1];
  const kernels::BinaryNest nest = kernels::make_iteration<2>(all.sizes, {a.strides, b.strides});
  const kernels::BinaryParameters parameters{alpha, request.epilogue.activation};
  ops::RangeWork work =
      ops::output_work(request, [=, adds_residual = request.epilogue.residual, residual = all.data_inputs](
                                    const Bindings& bindings, std::ptrdiff_t begin, std::ptrdiff_t end) {
        kernels::BinaryParameters with = parameters;
        if (adds_residual) with.residual = ops::input(bindings, residual);
        run(nest, a.as(bindings), b.as(bindings), ops::output(bindings), with, begin, end);
      });
  work.in_place = works_in_place();
  ops::pack_with(work, all, request.isa);
  return ops::range_kernel(std::move(work));
}

bool Binary::merge_into(Epilogue& epilogue, std::span<const InputType> inputs) const {
  if (function == Function::mul) return merge_factor(epilogue, inputs);
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

std::unique_ptr<UnitKernel> Sum::prepare(const PrepareRequest& request) const {
  const ops::Operands all = ops::broadcast_operands(request);
  const auto run = kernels::binary_kernels(request.isa).sum;
  const std::size_t count = all.all.size();
  const kernels::Activation activation = request.epilogue.activation;
  ops::RangeWork work = ops::output_work(request, nullptr);
  work.run = [=, first = work.first_element](const Bindings& bindings, Range range, std::byte* scratch) {
    const float** x = reinterpret_cast<const float**>(scratch);
    for (std::size_t i = 0; i < count; ++i) x[i] = all[i].as(bindings);
    run(x, static_cast<int>(count), ops::output(bindings), activation, first(range.begin), first(range.end));
  };
  work.scratch_bytes = count * sizeof(const float*);
  work.in_place = works_in_place();
  ops::pack_with(work, all, request.isa);
  return ops::range_kernel(std::move(work));
}

bool Sum::merge_into(Epilogue& epilogue, std::span<const InputType> inputs) const {
  return merge_residual(epilogue, inputs);
}

std::vector<TensorType> Where::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 3, 3);
  ops::expect_type(inputs, 0, ElementType::boolean);
  if (inputs[1].type == ElementType::boolean) throw Error("input 1 is bool, expected numbers");
  ops::expect_type(inputs, 2, inputs[1].type);
  return ops::one_output(inputs[1].type,
                         ops::broadcast(inputs[0].shape, ops::broadcast(inputs[1].shape, inputs[2].shape)));
}

std::unique_ptr<UnitKernel> Where::prepare(const PrepareRequest& request) const {
  const ops::Operands all = ops::broadcast_operands(request);
  const auto nest = kernels::make_iteration<3>(all.sizes, {all[0].strides, all[1].strides, all[2].strides});
  const auto bytes = static_cast<std::ptrdiff_t>(element_bytes(request.outputs[0].type));
  ops::RangeWork work =
      ops::element_work(nest.count, [=](const Bindings& bindings, std::ptrdiff_t begin, std::ptrdiff_t end) {
        kernels::where(nest, all[0].as<std::uint8_t>(bindings), all[1].at(bindings), all[2].at(bindings),
                       bindings.outputs[0], bytes, begin, end);
      });
  ops::pack_with(work, all, request.isa);
  return ops::range_kernel(std::move(work));
}

}  // namespace bricks
