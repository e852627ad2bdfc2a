#include "engine/plan/stored_kernel.hpp"

#include "engine/plan/arena.hpp"

#include <array>
#include <cstring>

namespace bricks {
namespace {

class StoredKernel final : public UnitKernel {
 public:
  StoredKernel(std::unique_ptr<UnitKernel> kernel, std::size_t inputs, std::vector<StoredInput> stored)
      : kernel_(std::move(kernel)), inputs_(inputs), stored_(std::move(stored)) {
    for (const StoredInput& input : stored_) stored_bytes_ += aligned(input.bytes);
  }

  std::size_t packed_bytes() const override { return stored_bytes_ + kernel_->packed_bytes(); }
  void pack(std::span<const void* const> weights, std::byte* packed) const override {
    std::size_t offset = 0;
    for (std::size_t i = 0; i < stored_.size(); offset += aligned(stored_[i++].bytes))
      std::memcpy(packed + offset, weights[i], stored_[i].bytes);
    kernel_->pack(weights.subspan(stored_.size()), packed + offset);
  }
  std::size_t scratch_bytes() const override { return kernel_->scratch_bytes(); }
  std::size_t shared_bytes() const override { return kernel_->shared_bytes(); }
  bool works_in_place(std::size_t index) const override {
    for (const StoredInput& input : stored_) index += input.index <= index;
    return kernel_->works_in_place(index);
  }
  const char* algorithm() const override { return kernel_->algorithm(); }
  const kernels::ConvProblem* convolution() const override { return kernel_->convolution(); }

  void run(const Bindings& outside, const Worker& worker) const override {
    std::array<const void*, most_bound_tensors> inputs;
    const std::byte* packed = outside.packed;
    const void* const* computed = outside.inputs;
    for (std::size_t i = 0, next = 0; i < inputs_; ++i) {
      if (next == stored_.size() || stored_[next].index != i) {
        inputs[i] = *computed++;
      } else {
        inputs[i] = packed;
        packed += aligned(stored_[next++].bytes);
      }
    }
    kernel_->run({inputs.data(), outside.outputs, packed, outside.shared}, worker);
  }

 private:
  std::unique_ptr<UnitKernel> kernel_;
  std::size_t inputs_;
  std::vector<StoredInput> stored_;
  std::size_t stored_bytes_ = 0;
};

}  // namespace

std::unique_ptr<UnitKernel> with_stored_inputs(std::unique_ptr<UnitKernel> kernel, std::size_t inputs,
                                               std::vector<StoredInput> stored) {
  if (stored.empty()) return kernel;
  return std::make_unique<StoredKernel>(std::move(kernel), inputs, std::move(stored));
}

}  // namespace bricks
