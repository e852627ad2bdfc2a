// Concat of tensors along an axis, and Split, the other way round.
#pragma once

#include "engine/graph/op.hpp"

#include <vector>

namespace bricks {

// One or more inputs, equal in type and in all axes but `axis`. Blocked along the channels (axis 1 of four)
// as soon as one data input is.
class Concat : public Op {
 public:
  std::int64_t axis = 1;

  std::string_view type() const override { return "Concat"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  std::vector<MemoryRun> memory_runs(std::span<const InputType> inputs, Layout layout) const override;
};

// One output for each length in `split`. Blocked along the channels of a blocked tensor.
class Split : public Op {
 public:
  std::int64_t axis = 0;
  std::vector<std::int64_t> split;  // their sum is the axis' length

  std::string_view type() const override { return "Split"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  std::vector<MemoryRun> memory_runs(std::span<const InputType> inputs, Layout layout) const override;
};

}  // namespace bricks
