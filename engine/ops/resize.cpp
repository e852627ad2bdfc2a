#include "engine/ops/resize.hpp"

#include "engine/error.hpp"
#include "engine/ops/checks.hpp"
#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"

#include <cmath>

namespace bricks {
namespace {

std::int64_t scaled(std::int64_t input, float scale) {
  constexpr double most = static_cast<double>(std::int64_t{1} << 31);
  // In float32, as ONNX's shape inference: 10 pixels at 0.7, which is a little less there, are 7.
  const double size = static_cast<double>(std::floor(static_cast<float>(input) * scale));
  if (!(size >= 1 && size <= most))
    throw Error("scale " + std::to_string(scale) + " of " + std::to_string(input) +
                " pixels, expected 1 to 2^31 output pixels");
  return static_cast<std::int64_t>(size);
}

// One axis' tables; ResizeAxis points into them.
class AxisTables {
 public:
  AxisTables(const Resize& op, std::size_t axis, std::ptrdiff_t input, std::ptrdiff_t output)
      : input_(input), output_(output), lower_(static_cast<std::size_t>(output)) {
    const double scale = op.scales.empty() ? static_cast<double>(output) / static_cast<double>(input)
                                           : static_cast<double>(op.scales[axis]);
    const kernels::ResizeCoordinates coordinates = op.coordinate_transformation_mode;
    if (op.mode == Resize::Mode::nearest) {
      kernels::resize_nearest_table(input, output, scale, coordinates, op.nearest_mode, lower_.data());
      return;
    }
    upper_.resize(lower_.size());
    weight_.resize(lower_.size());
    kernels::resize_linear_table(input, output, scale, coordinates, lower_.data(), upper_.data(),
                                 weight_.data());
  }

  kernels::ResizeAxis axis() const { return {input_, output_, lower_.data(), upper_.data(), weight_.data()}; }

 private:
  std::ptrdiff_t input_, output_;
  std::vector<std::int32_t> lower_, upper_;
  std::vector<float> weight_;
};

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
  ops::expect_one_data(inputs);
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

std::unique_ptr<UnitKernel> Resize::prepare(const PrepareRequest& request) const {
  const Shape &x = request.inputs[0].shape, &y = request.outputs[0].shape;
  const ops::Channels c = ops::channels_of(x, request.isa);
  const bool blocked = request.layouts[0] == Layout::blocked, linear = mode == Mode::linear;
  const auto h = std::make_shared<const AxisTables>(*this, 0, x[2], y[2]);
  const auto w = std::make_shared<const AxisTables>(*this, 1, x[3], y[3]);
  const kernels::ResizeShape shape{c.batch * (blocked ? c.blocks : c.channels), h->axis(), w->axis()};
  ops::RangeWork work;
  work.items = shape.planes * y[2];
  const kernels::ResizeKernels& table = kernels::resize_kernels(request.isa);
  if (linear && !blocked) {
    work.scratch_bytes = static_cast<std::size_t>(kernels::resize_scratch_bytes(shape));
    work.run = [shape, h, w, run = table.linear_plain](const Bindings& bindings, Range range,
                                                       std::byte* scratch) {
      run(shape, ops::input(bindings, 0), ops::output(bindings), reinterpret_cast<float*>(scratch),
          range.begin, range.end);
    };
  } else {
    const auto run = linear ? table.linear_blocked : blocked ? table.nearest_blocked : table.nearest_plain;
    work.run = [shape, h, w, run](const Bindings& bindings, Range range, std::byte*) {
      run(shape, ops::input(bindings, 0), ops::output(bindings), range.begin, range.end);
    };
  }
  work.first_element = ops::items_of(y[3] * (blocked ? c.lanes : 1));
  ops::add_activation(work, request.isa, request.epilogue.activation);
  return ops::range_kernel(std::move(work));
}

}  // namespace bricks
