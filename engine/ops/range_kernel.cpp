#include "engine/ops/range_kernel.hpp"

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

void add_activation(RangeWork& work, Isa isa, const kernels::Activation& f,
                    std::function<std::ptrdiff_t(std::ptrdiff_t item)> first_float) {
  if (f.kind == kernels::ActivationKind::identity) return;
  const std::ptrdiff_t floats =
      work.items > 0 ? std::max<std::ptrdiff_t>(1, first_float(work.items) / work.items) : 1;
  const std::ptrdiff_t run_items = std::max<std::ptrdiff_t>(1, activation_run / floats);
  const auto apply = kernels::activation_kernels(isa).apply;
  work.run = [=, first = std::move(first_float), run = std::move(work.run)](const Bindings& bindings,
                                                                            Range range, std::byte* scratch) {
    float* y = static_cast<float*>(bindings.outputs[0]);
    for (std::ptrdiff_t begin = range.begin; begin < range.end; begin += run_items) {
      const std::ptrdiff_t end = std::min(begin + run_items, range.end);
      run(bindings, {begin, end}, scratch);
      apply(f, y, y, first(begin), first(end));
    }
  };
}

void add_activation(RangeWork& work, Isa isa, const kernels::Activation& f, std::ptrdiff_t floats_per_item) {
  add_activation(work, isa, f, [floats_per_item](std::ptrdiff_t item) { return item * floats_per_item; });
}

RangeWork element_work(std::ptrdiff_t count,
                       std::function<void(const Bindings&, std::ptrdiff_t begin, std::ptrdiff_t end)> run) {
  RangeWork work;
  work.items = (count + line_elements - 1) / line_elements;
  work.run = [count, run = std::move(run)](const Bindings& bindings, Range range, std::byte*) {
    run(bindings, range.begin * line_elements, std::min(range.end * line_elements, count));
  };
  return work;
}

std::function<std::ptrdiff_t(std::ptrdiff_t item)> element_begin(std::ptrdiff_t count) {
  return [count](std::ptrdiff_t item) { return std::min(item * line_elements, count); };
}

}  // namespace bricks::ops
