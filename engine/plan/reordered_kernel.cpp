#include "engine/plan/reordered_kernel.hpp"

#include "engine/error.hpp"
#include "engine/plan/arena.hpp"
#include "engine/run/parallel.hpp"
#include "kernels/layout/layout.hpp"

#include <array>
#include <cstring>

namespace bricks {
namespace {

class ReorderedKernel final : public UnitKernel {
 public:
  ReorderedKernel(std::unique_ptr<UnitKernel> kernel, std::size_t inputs, std::size_t outputs,
                  std::vector<Reorder> input_reorders, std::vector<Reorder> output_reorders, Isa isa)
      : kernel_(std::move(kernel)),
        inputs_(inputs),
        outputs_(outputs),
        input_reorders_(std::move(input_reorders)),
        output_reorders_(std::move(output_reorders)),
        isa_(isa),
        shared_bytes_(aligned(kernel_->shared_bytes())) {
    const int lanes = isa_info(isa).lanes;
    for (const auto* reorders : {&input_reorders_, &output_reorders_})
      for (const Reorder& r : *reorders) {
        offsets_.push_back(shared_bytes_);
        shared_bytes_ += aligned(tensor_bytes(r.type, r.inside, lanes));
      }
  }

  std::size_t packed_bytes() const override { return kernel_->packed_bytes(); }
  void pack(std::span<const void* const> weights, std::byte* packed) const override {
    kernel_->pack(weights, packed);
  }
  std::size_t scratch_bytes() const override { return kernel_->scratch_bytes(); }
  std::size_t shared_bytes() const override { return shared_bytes_; }
  const char* algorithm() const override { return kernel_->algorithm(); }
  const kernels::ConvProblem* convolution() const override { return kernel_->convolution(); }

  void run(const Bindings& outside, const Worker& worker) const override {
    std::array<const void*, most_bound_tensors> inputs;
    std::array<void*, most_bound_tensors> outputs;
    std::copy_n(outside.inputs, inputs_, inputs.begin());
    std::copy_n(outside.outputs, outputs_, outputs.begin());
    std::size_t offset = 0;
    for (const Reorder& r : input_reorders_) {
      std::byte* copy = outside.shared + offsets_[offset++];
      reorder(r.type, r.outside, outside.inputs[r.index], r.inside, copy, isa_, worker);
      inputs[r.index] = copy;
    }
    for (const Reorder& r : output_reorders_) outputs[r.index] = outside.shared + offsets_[offset++];
    if (!input_reorders_.empty()) parallel::barrier();
    kernel_->run({inputs.data(), outputs.data(), outside.packed, outside.shared}, worker);
    if (output_reorders_.empty()) return;
    parallel::barrier();
    for (const Reorder& r : output_reorders_)
      reorder(r.type, r.inside, outputs[r.index], r.outside, outside.outputs[r.index], isa_, worker);
  }

 private:
  std::unique_ptr<UnitKernel> kernel_;
  std::size_t inputs_, outputs_;
  std::vector<Reorder> input_reorders_, output_reorders_;
  Isa isa_;
  std::size_t shared_bytes_;
  std::vector<std::size_t> offsets_;
};

kernels::ReorderShape reorder_shape(const Shape& shape, int lanes) {
  kernels::ReorderShape r{};
  r.batch = shape[0];
  r.channels = shape[1];
  r.spatial = shape[2] * shape[3];
  r.plain_image = r.channels * r.spatial;
  r.blocked_image = kernels::touched_blocks(0, r.channels, lanes) * lanes * r.spatial;
  return r;
}

}  // namespace

std::unique_ptr<UnitKernel> with_reorders(std::unique_ptr<UnitKernel> kernel, std::size_t inputs,
                                          std::size_t outputs, std::vector<Reorder> input_reorders,
                                          std::vector<Reorder> output_reorders, Isa isa) {
  if (input_reorders.empty() && output_reorders.empty()) return kernel;
  if (inputs > most_bound_tensors || outputs > most_bound_tensors)
    throw Error(std::to_string(std::max(inputs, outputs)) + " tensors of one layer, expected at most " +
                std::to_string(most_bound_tensors));
  return std::make_unique<ReorderedKernel>(std::move(kernel), inputs, outputs, std::move(input_reorders),
                                           std::move(output_reorders), isa);
}

void reorder(const TensorType& type, Layout from_layout, const void* from, Layout to_layout, void* to,
             Isa isa, const Worker& worker) {
  const int lanes = isa_info(isa).lanes;
  if (from_layout == to_layout) {
    const Range bytes = share(static_cast<std::ptrdiff_t>(tensor_bytes(type, from_layout, lanes)), worker);
    std::memcpy(static_cast<std::byte*>(to) + bytes.begin, static_cast<const std::byte*>(from) + bytes.begin,
                static_cast<std::size_t>(bytes.end - bytes.begin));
    return;
  }
  const kernels::ReorderShape shape = reorder_shape(type.shape, lanes);
  const kernels::LayoutKernels& layout = kernels::layout_kernels(isa);
  const Range part =
      share(shape.batch * kernels::touched_blocks(0, shape.channels, lanes) * shape.spatial, worker);
  const auto run = to_layout == Layout::blocked ? layout.plain_to_blocked : layout.blocked_to_plain;
  run(shape, static_cast<const float*>(from), static_cast<float*>(to), part.begin, part.end);
}

}  // namespace bricks
