// Slice with starts, ends, axes and steps as attributes, in numpy's semantics: negative values count from the
// end, those outside are clamped, negative steps walk backwards. Any element type. No axes: the first ones;
// no steps: 1.
#pragma once

#include "engine/graph/op.hpp"

#include <vector>

namespace bricks {

class Slice : public Op {
 public:
  std::vector<std::int64_t> starts, ends, axes, steps;

  std::string_view type() const override { return "Slice"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  // Blocked stays blocked where the channels are whole, or are a plain run of step 1 and nothing else is cut.
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  std::vector<MemoryRun> memory_runs(std::span<const InputType> inputs, Layout layout) const override;

  // For each axis of a tensor of this shape: first index, number of indices, step. All within the axis.
  struct Cut {
    std::int64_t start, count, step;
  };
  std::vector<Cut> cuts(const Shape& shape) const;
};

}  // namespace bricks
