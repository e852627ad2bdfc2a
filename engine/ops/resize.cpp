#include "engine/ops/resize.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"

#include <cmath>

namespace bricks {
namespace {

std::int64_t scaled(std::int64_t input, float scale) {
  constexpr double most = static_cast<double>(std::int64_t{1} << 31);
  const double size = std::floor(static_cast<double>(input) * static_cast<double>(scale));
  if (!(size >= 1 && size <= most))
    throw Error("scale " + std::to_string(scale) + " of " + std::to_string(input) +
                " pixels, expected 1 to 2^31 output pixels");
  return static_cast<std::int64_t>(size);
}

}  // namespace

void Resize::visit(AttributeVisitor& visitor) {
  visit_enum(visitor, "mode", mode, {"nearest", "linear"});
  visit_enum(visitor, "coordinate_transformation_mode", coordinate_transformation_mode,
             {"half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"});
  visit_enum(visitor, "nearest_mode", nearest_mode,
             {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"});
  visitor.numbers("scales", scales, Presence::optional);
  visitor.integers("sizes", sizes, positive, Presence::optional);
}

std::vector<TensorType> Resize::infer(std::span<const InputType> inputs) const {
  ops::expect_inputs(inputs, 1, 1);
  ops::expect_float(inputs);
  ops::expect_rank(inputs, 0, 4);
  const Shape& x = inputs[0].shape;
  if (scales.empty() == sizes.empty())
    throw Error(std::string(scales.empty() ? "neither" : "both") + " scales and sizes, expected one of them");
  if (!sizes.empty()) {
    ops::expect_values("sizes", sizes, 2, positive);
    return ops::one_output(ElementType::float32, {x[0], x[1], sizes[0], sizes[1]});
  }
  if (scales.size() != 2) throw Error("scales has " + std::to_string(scales.size()) + " values, expected 2");
  return ops::one_output(ElementType::float32,
                         {x[0], x[1], scaled(x[2], scales[0]), scaled(x[3], scales[1])});
}

LayoutChoice Resize::layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const {
  return ops::keep_layout(inputs, layouts);
}

}  // namespace bricks
