#include "bench/onnx/rules.hpp"
#include "engine/error.hpp"
#include "engine/ops/reshape.hpp"
#include "engine/ops/transpose.hpp"

namespace bricks::onnx_io {
namespace {

void set_if(Conversion& c, const char* name, std::optional<Ints> values) {
  if (values) c.attributes.set(name, *values);
}

OpPointer reshape_to(Shape shape) {
  auto op = std::make_shared<Reshape>();
  op->shape = std::move(shape);
  return op;
}

OpPointer transpose_by(Ints perm) {
  auto op = std::make_shared<Transpose>();
  op->perm = std::move(perm);
  return op;
}

std::int64_t block_size(Conversion& c) {
  const std::int64_t size = c.attributes.take_int("blocksize").value_or(0);
  if (size < 1 || size > 1024) throw Error("blocksize " + std::to_string(size) + ", expected 1 to 1024");
  if (c.shape(0).size() != 4)
    throw Error("input of shape " + to_string(c.shape(0)) + ", expected four dimensions");
  return size;
}

// H and W of values given for all four axes; the batch and the channels may not be resized.
template <class T>
std::vector<T> spatial(const std::vector<T>& values, const std::vector<T>& unchanged, const char* what) {
  if (values.size() != 4)
    throw Error(std::string(what) + " has " + std::to_string(values.size()) + " values, expected 4");
  if (unchanged.size() != 4)
    throw Error("input of " + std::to_string(unchanged.size()) + " dimensions, expected four");
  if (values[0] != unchanged[0] || values[1] != unchanged[1])
    throw Error(std::string(what) +
                " changes the batch or the channels, expected the two spatial axes alone");
  return {values[2], values[3]};
}

void set_scales(Conversion& c, const std::vector<float>& scales) {
  c.attributes.set("scales", spatial<float>(scales, {1, 1, 1, 1}, "scales"));
}

std::vector<float> floats(const Conversion& c, std::size_t index) {
  const Constant* known = c.constant(index);
  if (!known || !known->floats)
    throw Error("input " + std::to_string(index) + " is computed, expected constant floats");
  return known->floats->read();
}

void fix_mode(Conversion& c) {
  if (c.attributes.take_string("mode").value_or("nearest") != "nearest")
    c.attributes.set("mode", std::string("linear"));
  else
    c.attributes.set("mode", std::string("nearest"));
}

// Opset 10 says nothing of it. Its test takes the element behind where a map gets smaller, as ONNX Runtime
// does, and Upsample the one in front.
const char* nearest_mode_of_opset_10(const std::vector<float>& scales) {
  const auto smaller = [](float scale) { return scale < 1; };
  const auto larger = [](float scale) { return scale > 1; };
  if (!std::ranges::any_of(scales, smaller)) return "floor";
  if (std::ranges::any_of(scales, larger))
    throw Error("one scale below 1 and another above, expected all on one side in opset 10");
  return "ceil";
}

}  // namespace

void read_reshape(Conversion& c) {
  const Ints shape = c.integers(1);
  if (c.attributes.take_int("allowzero").value_or(0) != 0 && std::ranges::count(shape, 0) > 0)
    throw Error("a dimension of 0 with allowzero 1, expected at least one element");
  c.attributes.set("shape", shape);
  c.finish(c.op("Reshape"), {c.input(0)});
}

void read_axes(Conversion& c) {
  set_if(c, "axes", c.integers_or_attribute(1, "axes"));
  c.finish(c.op(c.type()), {c.input(0)});
}

void read_reduce(Conversion& c) {
  const std::optional<Ints> axes = c.integers_or_attribute(1, "axes");
  const bool nothing = c.attributes.take_int("noop_with_empty_axes").value_or(0) != 0;
  if (nothing && (!axes || axes->empty())) return c.finish(make_op_with("Identity", {}), {c.input(0)});
  set_if(c, "axes", axes);
  c.finish(c.op(c.type()), {c.input(0)});
}

void read_slice(Conversion& c) {
  set_if(c, "starts", c.integers_or_attribute(1, "starts"));
  set_if(c, "ends", c.integers_or_attribute(2, "ends"));
  set_if(c, "axes", c.integers_or_attribute(3, "axes"));
  set_if(c, "steps", c.integers_or_attribute(4, "steps"));
  c.finish(c.op("Slice"), {c.input(0)});
}

void read_pad(Conversion& c) {
  set_if(c, "pads", c.integers_or_attribute(1, "pads"));
  if (c.has_input(2)) c.attributes.set("value", c.number(2));
  if (c.has_input(3)) throw Error("axes as an input, expected pads for all axes");
  c.finish(c.op("Pad"), {c.input(0)});
}

void read_resize(Conversion& c) {
  for (const char* unused : {"cubic_coeff_a", "extrapolation_value", "exclude_outside"})
    c.attributes.drop(unused);
  if (c.opset < 11) {  // as Upsample, whose arithmetic is a plain scaling of coordinates
    const std::vector<float> scales = floats(c, 1);
    c.attributes.set("coordinate_transformation_mode", std::string("asymmetric"));
    c.attributes.set("nearest_mode", std::string(nearest_mode_of_opset_10(scales)));
    set_scales(c, scales);
    return c.finish(c.op("Resize"), {c.input(0)});
  }
  const Constant* scales = c.constant(2);
  if (scales && scales->count() > 0) {
    set_scales(c, floats(c, 2));
  } else {
    c.attributes.set("sizes", spatial<std::int64_t>(c.integers(3), c.shape(0), "sizes"));
  }
  c.finish(c.op("Resize"), {c.input(0)});
}

void read_upsample(Conversion& c) {
  fix_mode(c);
  const std::optional<std::vector<float>> scales = c.attributes.take_floats("scales");
  c.attributes.set("coordinate_transformation_mode", std::string("asymmetric"));
  c.attributes.set("nearest_mode", std::string("floor"));
  set_scales(c, scales ? *scales : floats(c, 1));
  c.finish(c.op("Resize"), {c.input(0)});
}

void read_split(Conversion& c) {
  std::optional<Ints> split = c.integers_or_attribute(1, "split");
  c.attributes.drop("num_outputs");
  if (!split) {
    const Shape x = c.shape(0);
    const std::int64_t axis = c.attributes.take_int("axis").value_or(0),
                       rank = static_cast<std::int64_t>(x.size());
    if (axis < -rank || axis >= rank)
      throw Error("axis " + std::to_string(axis) + " of a tensor of rank " + std::to_string(rank));
    c.attributes.set("axis", axis);
    const std::int64_t length = x[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)];
    const std::int64_t parts = static_cast<std::int64_t>(c.outputs()), part = (length + parts - 1) / parts;
    split.emplace();
    for (std::int64_t i = 0; i < parts; ++i) split->push_back(std::min(part, length - i * part));
  }
  c.attributes.set("split", *split);
  c.finish(c.op("Split"), {c.input(0)});
}

void read_gather(Conversion& c) {
  const Constant* indices = c.constant(1);
  if (!indices || indices->shape.size() > 1) return c.finish(c.op("Gather"), c.all_inputs());
  c.attributes.set("indices", indices->integers);
  c.attributes.set("scalar", static_cast<std::int64_t>(indices->shape.empty()));
  c.finish(c.op("Gather"), {c.input(0)});
}

void read_expand(Conversion& c) {
  c.attributes.set("shape", c.integers(1));
  c.finish(c.op("Expand"), {c.input(0)});
}

void read_depth_to_space(Conversion& c) {
  const std::int64_t b = block_size(c);
  const bool crd = c.attributes.take_string("mode").value_or("DCR") == "CRD";
  const Shape x = c.shape(0);
  if (x[1] % (b * b) != 0)
    throw Error(std::to_string(x[1]) + " channels, expected a multiple of the squared blocksize");
  const std::int64_t depth = x[1] / (b * b);
  const Shape split = crd ? Shape{x[0], depth, b, b, x[2], x[3]} : Shape{x[0], b, b, depth, x[2], x[3]};
  const TensorId parts = c.intermediate(reshape_to(split), {c.input(0)});
  const TensorId placed =
      c.intermediate(transpose_by(crd ? Ints{0, 1, 4, 2, 5, 3} : Ints{0, 3, 4, 1, 5, 2}), {parts});
  c.finish(reshape_to({x[0], depth, x[2] * b, x[3] * b}), {placed});
}

void read_space_to_depth(Conversion& c) {
  const std::int64_t b = block_size(c);
  const Shape x = c.shape(0);
  if (x[2] % b != 0 || x[3] % b != 0)
    throw Error("a map of " + to_string(x) + ", expected multiples of the blocksize");
  const TensorId parts = c.intermediate(reshape_to({x[0], x[1], x[2] / b, b, x[3] / b, b}), {c.input(0)});
  const TensorId placed = c.intermediate(transpose_by({0, 3, 5, 1, 2, 4}), {parts});
  c.finish(reshape_to({x[0], x[1] * b * b, x[2] / b, x[3] / b}), {placed});
}

}  // namespace bricks::onnx_io
