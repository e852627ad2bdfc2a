// Gather along one axis and GatherND. Data of any element type, indices int64; an index below 0 counts from
// the end. A computed index out of range gives zeros.
#pragma once

#include "engine/graph/op.hpp"

#include <vector>

namespace bricks {

// The indices are either a second input or, beyond ONNX, the attribute `indices`: a list, or with `scalar` a
// single one whose axis is dropped.
class Gather : public Op {
 public:
  std::int64_t axis = 0;
  std::vector<std::int64_t> indices;
  std::int64_t scalar = 0;  // 1: `indices` holds one index and the axis is dropped

  std::string_view type() const override { return "Gather"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

// data [batch dims..., sizes..., inner...], indices [batch dims..., rows..., depth]: row by row the slice of
// data at its `depth` indices behind the batch dimensions.
class GatherND : public Op {
 public:
  std::int64_t batch_dims = 0;

  std::string_view type() const override { return "GatherND"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

}  // namespace bricks
