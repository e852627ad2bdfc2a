#include "engine/ops/range_kernel.hpp"

#include "engine/ops/sizes.hpp"

#include <algorithm>
#include <utility>

namespace bricks::ops {
namespace {

constexpr std::ptrdiff_t line_elements = 64;     // at least a cache line for every element type
constexpr std::ptrdiff_t activation_run = 4096;  // floats: a third of a 48 KiB L1

class RangeKernel final : public UnitKernel {
 public:
  explicit RangeKernel(RangeWork work) : work_(std::move(work)) {}

  std::size_t packed_bytes() const override { return work_.packed_bytes; }
  void pack(std::span<const void* const> weights, std::byte* packed) const override {
    if (work_.pack) work_.pack(weights, packed);
  }
  std::size_t scratch_bytes() const override { return work_.scratch_bytes; }
  bool works_in_place(std::size_t) const override { return work_.in_place; }
  void run(const Bindings& bindings, const Worker& worker) const override {
    const Range range = share(work_.items, worker);
    if (range.begin < range.end) work_.run(bindings, range, worker.scratch);
  }
  const char* algorithm() const override { return work_.algorithm; }

 private:
  RangeWork work_;
};

}  // namespace

std::unique_ptr<UnitKernel> range_kernel(RangeWork work) {
  return std::make_unique<RangeKernel>(std::move(work));
}

void add_activation(RangeWork& work, Isa isa, const kernels::Activation& f) {
  if (f.kind == kernels::ActivationKind::identity) return;
  const auto first = work.first_element;
  const std::ptrdiff_t elements = std::max<std::ptrdiff_t>(1, first(work.items) / work.items);
  const std::ptrdiff_t run_items = std::max<std::ptrdiff_t>(1, activation_run / elements);
  const auto apply = kernels::activation_kernels(isa).apply;
  work.run = [=, run = std::move(work.run)](const Bindings& bindings, Range range, std::byte* scratch) {
    float* y = output(bindings);
    for (std::ptrdiff_t begin = range.begin; begin < range.end; begin += run_items) {
      const std::ptrdiff_t end = std::min(begin + run_items, range.end);
      run(bindings, {begin, end}, scratch);
      apply(f, y, y, first(begin), first(end));
    }
  };
}

std::function<std::ptrdiff_t(std::ptrdiff_t item)> items_of(std::ptrdiff_t elements) {
  return [elements](std::ptrdiff_t item) { return item * elements; };
}

RangeWork element_work(std::ptrdiff_t count, ElementRun run) {
  RangeWork work;
  work.items = (count + line_elements - 1) / line_elements;
  const auto first = [count](std::ptrdiff_t item) { return std::min(item * line_elements, count); };
  work.first_element = first;
  work.run = [first, run = std::move(run)](const Bindings& bindings, Range range, std::byte*) {
    run(bindings, first(range.begin), first(range.end));
  };
  return work;
}

RangeWork output_work(const PrepareRequest& request, ElementRun run) {
  return element_work(stored_elements(request.outputs[0], request.output_layouts[0], request.isa),
                      std::move(run));
}

}  // namespace bricks::ops
