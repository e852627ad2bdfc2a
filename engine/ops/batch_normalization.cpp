#include "engine/ops/batch_normalization.hpp"

#include "engine/ops/checks.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "engine/plan/unit_kernel.hpp"
#include "kernels/batchnorm/batchnorm.hpp"

namespace bricks {

void BatchNormalization::visit(AttributeVisitor& visitor) {
  visitor.number("epsilon", epsilon, Presence::optional);
  visitor.number("momentum", momentum, Presence::optional);
}

std::vector<TensorType> BatchNormalization::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 5, 5);
  ops::expect_data(inputs, 0);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 2, 8);
  ops::expect_not_negative("epsilon", epsilon);
  for (std::size_t i = 1; i < 5; ++i) ops::expect_parameter(inputs, i, {inputs[0].shape[1]});
  return {inputs[0]};
}

bool BatchNormalization::merge_into(Epilogue& epilogue, std::span<const InputType>) const {
  if (!epilogue.is_empty()) return false;
  epilogue.affine_epsilon = epsilon;
  return true;
}

std::unique_ptr<UnitKernel> BatchNormalization::prepare(const PrepareRequest& request) const {
  const ops::Channels c = ops::channels_of(request.outputs[0].shape, request.isa);
  const bool blocked = request.layouts[0] == Layout::blocked;
  const kernels::BatchNormKernels& table = kernels::batchnorm_kernels(request.isa);
  const kernels::BatchNormKernels::Function kernel = blocked ? table.blocked : table.plain;
  const kernels::BatchNormShape shape{c.batch, c.channels, c.spatial};
  const kernels::Activation activation = request.epilogue.activation;
  const std::ptrdiff_t floats = ops::aligned_floats(c.blocks * c.lanes);  // of scale, and of shift behind it

  // The kernel counts pixels where the tensor is blocked, elements elsewhere.
  const std::ptrdiff_t unit = blocked ? c.lanes : 1;
  ops::RangeWork work = ops::output_work(request, [=](const Bindings& bindings, std::ptrdiff_t begin,
                                                      std::ptrdiff_t end) {
    kernel(shape, ops::input(bindings, 0), ops::packed_floats(bindings), ops::packed_floats(bindings, floats),
           ops::output(bindings), activation, begin / unit, end / unit);
  });
  work.in_place = works_in_place();
  work.packed_bytes = static_cast<std::size_t>(2 * floats) * sizeof(float);
  work.pack = [=, variance_offset = static_cast<double>(epsilon)](std::span<const void* const> weights,
                                                                  std::byte* packed) {
    float* scale = reinterpret_cast<float*>(packed);
    const auto w = [&](std::size_t i) { return static_cast<const float*>(weights[i]); };
    kernels::fold_batch_normalization(w(0), w(1), w(2), w(3), variance_offset, c.channels, scale,
                                      scale + floats);
  };
  return ops::range_kernel(std::move(work));
}

LayoutChoice BatchNormalization::layouts(std::span<const InputType> inputs,
                                         std::span<const Layout> layouts) const {
  return ops::keep_layout(inputs, layouts);
}

}  // namespace bricks
