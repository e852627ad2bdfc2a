// Softmax and LogSoftmax along one axis (ONNX from opset 13 on).
#pragma once

#include "engine/graph/op.hpp"

namespace bricks {

class Softmax : public Op {
 public:
  std::int64_t axis = -1;

  std::string_view type() const override { return "Softmax"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  bool works_in_place() const override { return true; }
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

class LogSoftmax : public Softmax {
 public:
  std::string_view type() const override { return "LogSoftmax"; }
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

}  // namespace bricks
