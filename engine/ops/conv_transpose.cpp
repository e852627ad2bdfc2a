#include "engine/ops/conv_transpose.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/conv_kernel.hpp"
#include "engine/ops/window.hpp"

namespace bricks {

void ConvTranspose::visit(AttributeVisitor& visitor) {
  visitor.integers("kernel_shape", kernel_shape, positive, Presence::required);
  visitor.integers("strides", strides, positive, Presence::optional);
  visitor.integers("pads", pads, not_negative, Presence::optional);
  visitor.integers("dilations", dilations, positive, Presence::optional);
  visitor.integers("output_padding", output_padding, not_negative, Presence::optional);
  visitor.integer("group", group, positive, Presence::optional);
}

std::int64_t ConvTranspose::output_size(std::size_t axis, std::int64_t input) const {
  if (output_padding[axis] >= strides[axis])
    throw Error("output_padding is " + std::to_string(output_padding[axis]) +
                ", expected less than the stride, " + std::to_string(strides[axis]));
  const std::int64_t spread = ops::saturating_product(strides[axis], input - 1);
  if (spread > std::int64_t{1} << 40)
    throw Error("stride " + std::to_string(strides[axis]) + " at " + std::to_string(input) +
                " pixels, expected at most 2^40 output pixels");
  const std::int64_t size = spread + output_padding[axis] + dilations[axis] * (kernel_shape[axis] - 1) + 1 -
                            pads[axis] - pads[axis + 2];
  if (size < 1)
    throw Error("pads cut " + std::to_string(pads[axis] + pads[axis + 2]) + " of " +
                std::to_string(size + pads[axis] + pads[axis + 2]) +
                " output pixels, expected at least 1 left");
  return size;
}

std::vector<TensorType> ConvTranspose::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 2, 3);
  ops::expect_data(inputs, 0);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 4);
  ops::expect_rank(inputs, 1, 4);
  ops::expect_window({kernel_shape, strides, pads, dilations});
  ops::expect_values("output_padding", output_padding, 2, not_negative);
  ops::expect_value("group", group, positive);

  const Shape& x = inputs[0].shape;
  if (x[1] % group != 0)
    throw Error("group is " + std::to_string(group) + ", expected a divisor of the " + std::to_string(x[1]) +
                " input channels");
  const std::int64_t group_out = inputs[1].shape[1];
  const std::int64_t out_channels = ops::saturating_product(group_out, group);
  ops::expect_parameter(inputs, 1, {x[1], group_out, kernel_shape[0], kernel_shape[1]});
  if (ops::present(inputs, 2)) ops::expect_parameter(inputs, 2, {out_channels});
  return ops::one_output(ElementType::float32,
                         {x[0], out_channels, output_size(0, x[2]), output_size(1, x[3])});
}

LayoutChoice ConvTranspose::layouts(std::span<const InputType> inputs, std::span<const Layout>) const {
  LayoutChoice choice{std::vector<Layout>(inputs.size(), Layout::plain), {Layout::blocked}};
  choice.inputs[0] = Layout::blocked;
  return choice;
}

std::unique_ptr<UnitKernel> ConvTranspose::prepare(const PrepareRequest& request) const {
  kernels::ConvProblem problem = ops::conv_problem(request.inputs[0].shape, request.outputs[0].shape,
                                                   {kernel_shape, strides, pads, dilations}, group);
  problem.transposed = true;
  problem.output_pad_h = output_padding[0];
  problem.output_pad_w = output_padding[1];
  return ops::conv_kernel(request, problem);
}

std::int64_t ConvTranspose::macs(std::span<const InputType> inputs, std::span<const TensorType>) const {
  return ops::saturating_product(element_count(inputs[0].shape),
                                 element_count(inputs[1].shape) / inputs[1].shape[0]);
}

}  // namespace bricks
