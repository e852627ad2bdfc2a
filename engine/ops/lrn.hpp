// LRN: y = x / (bias + alpha / size * sum of x^2 over size neighbouring channels)^beta; X [N,C,...].
#pragma once

#include "engine/graph/op.hpp"

namespace bricks {

class Lrn : public Op {
 public:
  std::int64_t size = 1;
  float alpha = 1e-4f, beta = 0.75f, bias = 1;

  std::string_view type() const override { return "LRN"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.activation = true}; }
};

}  // namespace bricks
