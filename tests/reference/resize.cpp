#include "engine/ops/resize.hpp"

#include "tests/reference/call.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::test {
namespace {

// Where the centre of output pixel o lies in the input (ONNX's coordinate_transformation_mode).
double source(const Resize& op, std::size_t axis, std::int64_t o, std::int64_t input, std::int64_t output) {
  using Coordinates = kernels::ResizeCoordinates;
  const double scale = op.scales.empty() ? static_cast<double>(output) / static_cast<double>(input)
                                         : static_cast<double>(op.scales[axis]);
  const double place = static_cast<double>(o);
  switch (op.coordinate_transformation_mode) {
    case Coordinates::half_pixel:
      return (place + 0.5) / scale - 0.5;
    case Coordinates::pytorch_half_pixel:
      return output > 1 ? (place + 0.5) / scale - 0.5 : 0;
    case Coordinates::asymmetric:
      return place / scale;
    case Coordinates::align_corners:
      return output > 1 ? place * static_cast<double>(input - 1) / static_cast<double>(output - 1) : 0;
  }
  return 0;
}

double rounded(kernels::ResizeNearest mode, double exact) {
  const auto place = static_cast<double>(static_cast<float>(exact));
  using Nearest = kernels::ResizeNearest;
  switch (mode) {
    case Nearest::round_prefer_floor:
      return std::ceil(place - 0.5);
    case Nearest::round_prefer_ceil:
      return std::floor(place + 0.5);
    case Nearest::floor:
      return std::floor(place);
    case Nearest::ceil:
      return std::ceil(place);
  }
  return place;
}

// The two input pixels that output pixel o is mixed from, and the second one's share.
struct Mix {
  std::int64_t first, second;
  double share;
};

Mix mix(const Resize& op, std::size_t axis, std::int64_t o, std::int64_t input, std::int64_t output) {
  const double last = static_cast<double>(input - 1);
  const double place = source(op, axis, o, input, output);
  if (op.mode == Resize::Mode::nearest) {
    const auto pixel = static_cast<std::int64_t>(std::clamp(rounded(op.nearest_mode, place), 0.0, last));
    return {pixel, pixel, 0};
  }
  const double inside = std::clamp(place, 0.0, last);
  const auto first = static_cast<std::int64_t>(std::floor(inside));
  return {first, std::min(first + 1, input - 1), inside - static_cast<double>(first)};
}

void resize(const Call& call, const Resize& op) {
  const Shape &x = call.in(0).shape, &y = call.outputs[0].shape;
  for (std::int64_t plane = 0; plane < x[0] * x[1]; ++plane)
    for (std::int64_t oy = 0; oy < y[2]; ++oy)
      for (std::int64_t ox = 0; ox < y[3]; ++ox) {
        const Mix rows = mix(op, 0, oy, x[2], y[2]), columns = mix(op, 1, ox, x[3], y[3]);
        const auto row = [&](std::int64_t iy) {
          const double* line = call.x().data() + (plane * x[2] + iy) * x[3];
          return line[columns.first] * (1 - columns.share) + line[columns.second] * columns.share;
        };
        call.y()[static_cast<std::size_t>((plane * y[2] + oy) * y[3] + ox)] =
            row(rows.first) * (1 - rows.share) + row(rows.second) * rows.share;
      }
}

}  // namespace

bool reference_resize(const Call& call) {
  if (const auto* op = op_cast<Resize>(call.op)) return resize(call, *op), true;
  return false;
}

}  // namespace bricks::test
