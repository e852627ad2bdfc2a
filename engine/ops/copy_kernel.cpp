#include "engine/ops/copy_kernel.hpp"

#include "engine/ops/range_kernel.hpp"
#include "engine/plan/reordered_kernel.hpp"

#include <cstring>

namespace bricks::ops {
namespace {

class CopyKernel final : public UnitKernel {
 public:
  CopyKernel(const PrepareRequest& request, std::size_t input)
      : type_(request.inputs[input]),
        from_(request.layouts[input]),
        to_(request.output_layouts[0]),
        isa_(request.isa) {
    for (std::size_t i = 0; i < input; ++i) index_ += request.inputs[i].present && !request.inputs[i].weight;
  }

  void run(const Bindings& bindings, const Worker& worker) const override {
    reorder(type_, from_, bindings.inputs[index_], to_, bindings.outputs[0], isa_, worker);
  }

 private:
  TensorType type_;
  Layout from_, to_;
  Isa isa_;
  std::size_t index_ = 0;  // among the data inputs
};

}  // namespace

std::unique_ptr<UnitKernel> copy_kernel(const PrepareRequest& request, std::size_t input) {
  return std::make_unique<CopyKernel>(request, input);
}

std::unique_ptr<UnitKernel> strided_copy_kernel(const kernels::StridedView& view) {
  return range_kernel(element_work(
      view.nest.count, [view](const Bindings& bindings, std::ptrdiff_t begin, std::ptrdiff_t end) {
        kernels::strided_copy(view, bindings.inputs[0], bindings.outputs[0], begin, end);
      }));
}

std::unique_ptr<UnitKernel> constant_kernel(const PrepareRequest& request) {
  const std::size_t bytes = tensor_bytes(request.outputs[0], Layout::plain, isa_info(request.isa).lanes);
  RangeWork work = element_work(static_cast<std::ptrdiff_t>(bytes),
                                [](const Bindings& bindings, std::ptrdiff_t begin, std::ptrdiff_t end) {
                                  std::memcpy(static_cast<std::byte*>(bindings.outputs[0]) + begin,
                                              bindings.packed + begin, static_cast<std::size_t>(end - begin));
                                });
  work.packed_bytes = bytes;
  work.pack = [bytes](std::span<const void* const> weights, std::byte* packed) {
    std::memcpy(packed, weights[0], bytes);
  };
  return range_kernel(std::move(work));
}

}  // namespace bricks::ops
