#include "engine/ops/conv.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/conv_chain_kernel.hpp"
#include "engine/ops/conv_kernel.hpp"
#include "engine/ops/window.hpp"

namespace bricks {
namespace {

// Plain input of so many channels is reordered first: it then fills blocks and Winograd runs. 3x3 512->324 at
// 64 px, a head of SSD, takes 59.3 ms from plain input and 18.5 with the reorder on two Zen 4 cores.
constexpr std::int64_t reordered_channels = 16;

kernels::ConvProblem problem_of(const Conv& conv, const Shape& x, const Shape& y) {
  return ops::conv_problem(x, y, {conv.kernel_shape, conv.strides, conv.pads, conv.dilations}, conv.group);
}

kernels::ConvProblem problem_of(const Conv& conv, const PrepareRequest& request) {
  kernels::ConvProblem problem = problem_of(conv, request.inputs[0].shape, request.outputs[0].shape);
  problem.plain_input = request.layouts[0] == Layout::plain;
  return problem;
}

}  // namespace

void Conv::visit(AttributeVisitor& visitor) {
  visitor.integers("kernel_shape", kernel_shape, positive, Presence::required);
  visitor.integers("strides", strides, positive, Presence::optional);
  visitor.integers("pads", pads, not_negative, Presence::optional);
  visitor.integers("dilations", dilations, positive, Presence::optional);
  visitor.integer("group", group, positive, Presence::optional);
}

std::vector<TensorType> Conv::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 2, 3);
  ops::expect_data(inputs, 0);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 4);
  ops::expect_rank(inputs, 1, 4);
  const ops::Window window{kernel_shape, strides, pads, dilations};
  ops::expect_window(window);
  ops::expect_value("group", group, positive);

  const Shape& x = inputs[0].shape;
  const std::int64_t out_channels = inputs[1].shape[0];
  if (x[1] % group != 0 || out_channels % group != 0)
    throw Error("group is " + std::to_string(group) + ", expected a divisor of the " + std::to_string(x[1]) +
                " input and " + std::to_string(out_channels) + " output channels");
  ops::expect_parameter(inputs, 1, {out_channels, x[1] / group, kernel_shape[0], kernel_shape[1]});
  if (ops::present(inputs, 2)) ops::expect_parameter(inputs, 2, {out_channels});
  return ops::one_output(ElementType::float32, {x[0], out_channels, ops::window_output(window, 0, x[2]),
                                                ops::window_output(window, 1, x[3])});
}

LayoutChoice Conv::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  LayoutChoice choice{std::vector<Layout>(inputs.size(), Layout::plain), {Layout::blocked}};
  const bool takes_plain = group == 1 && inputs[0].shape[1] < reordered_channels;
  choice.inputs[0] = takes_plain ? layouts[0] : Layout::blocked;
  return choice;
}

std::unique_ptr<UnitKernel> Conv::prepare(const PrepareRequest& request) const {
  return ops::conv_kernel(request, problem_of(*this, request));
}

bool Conv::chains(std::span<const ChainLink> links) const {
  std::vector<kernels::ConvProblem> problems;
  for (const ChainLink& link : links) {
    const Conv* conv = op_cast<Conv>(link.op);
    if (!conv) return false;
    problems.push_back(problem_of(*conv, link.inputs[0].shape, link.output.shape));
  }
  return kernels::conv_chain_pays(problems);
}

std::unique_ptr<UnitKernel> Conv::prepare_chain(std::span<const ChainStage> stages) const {
  std::vector<kernels::ConvProblem> problems;
  for (const ChainStage& stage : stages)
    problems.push_back(problem_of(*op_cast<Conv>(stage.op), stage.request));
  return ops::conv_chain_kernel(stages, problems);
}

std::int64_t Conv::macs(std::span<const InputType> inputs, std::span<const TensorType> outputs) const {
  return ops::saturating_product(element_count(outputs[0].shape),
                                 element_count(inputs[1].shape) / inputs[1].shape[0]);
}

}  // namespace bricks
