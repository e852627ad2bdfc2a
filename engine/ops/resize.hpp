// Resize of H and W; X [N,C,H,W]. ONNX's Resize with its scales or sizes as attributes of the two spatial
// axes (axes = [2, 3]): exactly one of the two is given.
#pragma once

#include "engine/graph/op.hpp"
#include "kernels/resize/resize.hpp"

#include <vector>

namespace bricks {

class Resize : public Op {
 public:
  enum class Mode : std::uint8_t { nearest, linear };

  Mode mode = Mode::nearest;
  kernels::ResizeCoordinates coordinate_transformation_mode = kernels::ResizeCoordinates::half_pixel;
  kernels::ResizeNearest nearest_mode = kernels::ResizeNearest::round_prefer_floor;
  std::vector<float> scales;        // {h, w}: output = floor(input * scale)
  std::vector<std::int64_t> sizes;  // {h, w}

  std::string_view type() const override { return "Resize"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.activation = true}; }
};

}  // namespace bricks
