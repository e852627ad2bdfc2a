// Pad with constants, reflection or the edge's values; pads and value are attributes. Elements of 4 or 8
// bytes.
#pragma once

#include "engine/graph/op.hpp"
#include "kernels/pad/pad.hpp"

#include <vector>

namespace bricks {

class Pad : public Op {
 public:
  using Mode = kernels::PadMode;

  Mode mode = Mode::constant;
  std::vector<std::int64_t> pads;  // begin of every axis, then end of every axis; negative cuts
  float value = 0;                 // of constant mode

  std::string_view type() const override { return "Pad"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  // Blocked stays blocked where no channels are added or cut.
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
};

}  // namespace bricks
