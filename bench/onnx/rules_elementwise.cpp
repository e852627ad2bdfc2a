#include "bench/onnx/rules.hpp"
#include "engine/error.hpp"
#include "engine/ops/binary.hpp"
#include "engine/ops/reshape.hpp"
#include "engine/ops/unary.hpp"

#include <limits>
#include <numeric>

namespace bricks::onnx_io {
namespace {

// f(f(a, b), c) ...
void chain(Conversion& c, Binary::Function function) {
  TensorId result = c.input(0);
  if (c.inputs() == 1) return c.finish(make_op_with("Identity", {}), {result});
  for (std::size_t i = 1; i + 1 < c.inputs(); ++i)
    result = c.intermediate(std::make_shared<Binary>(function), {result, c.input(i)});
  c.finish(std::make_shared<Binary>(function), {result, c.input(c.inputs() - 1)});
}

bool same_shapes(const Conversion& c) {
  for (std::size_t i = 1; i < c.inputs(); ++i)
    if (c.shape(i) != c.shape(0)) return false;
  return true;
}

}  // namespace

void read_clip(Conversion& c) {
  if (c.has_input(1)) c.attributes.set("min", c.number(1));
  if (c.has_input(2)) c.attributes.set("max", c.number(2));
  c.finish(c.op("Clip"), {c.input(0)});
}

void read_extreme(Conversion& c) {
  chain(c, c.type() == "Max" ? Binary::Function::max : Binary::Function::min);
}

void read_sum(Conversion& c) {
  if (!same_shapes(c)) return chain(c, Binary::Function::add);
  c.finish(c.op("Sum"), c.all_inputs());
}

void read_mean(Conversion& c) {
  if (!same_shapes(c)) throw Error("Mean of tensors of different shapes, expected one shape");
  const TensorId sum = c.intermediate(make_op_with("Sum", {}), c.all_inputs());
  c.finish(std::make_shared<Unary>(UnaryKind::affine, 1.0f / static_cast<float>(c.inputs())), {sum});
}

void read_cast(Conversion& c) {
  const ElementType to = element_type(static_cast<std::int32_t>(c.attributes.take_int("to").value_or(0)));
  c.attributes.set("to", std::string(element_type_name(to)));
  c.attributes.drop("saturate");
  c.finish(c.op("Cast"), {c.input(0)});
}

void read_dropout(Conversion& c) {
  if (c.has_input(1)) c.attributes.set("ratio", c.number(1));
  if (c.has_input(2) && c.number(2) != 0.0f) throw Error("training_mode is true, expected inference");
  c.attributes.drop("seed");
  c.finish(c.op("Dropout"), {c.input(0)});
}

void read_batch_normalization(Conversion& c) {
  if (c.attributes.take_int("training_mode").value_or(0) != 0)
    throw Error("training_mode 1, expected inference");
  if (c.attributes.take_int("spatial").value_or(1) != 1) throw Error("spatial 0, expected 1");
  c.finish(c.op("BatchNormalization"), c.all_inputs());
}

void read_layer_normalization(Conversion& c) {
  c.attributes.drop("stash_type");
  c.finish(c.op("LayerNormalization"), c.all_inputs());
}

// Before opset 13 the axes from `axis` on were one: the tensor is seen as a matrix.
void read_softmax(Conversion& c) {
  const std::int64_t rank = static_cast<std::int64_t>(c.shape(0).size());
  std::int64_t axis = c.attributes.take_int("axis").value_or(c.opset < 13 ? 1 : -1);
  if (axis < 0) axis += rank;
  if (c.opset >= 13 || axis == rank - 1) {
    c.attributes.set("axis", axis);
    return c.finish(c.op(c.type()), {c.input(0)});
  }
  auto flatten = std::make_shared<Flatten>();
  flatten->axis = axis;
  const TensorId matrix = c.intermediate(flatten, {c.input(0)});
  c.attributes.set("axis", std::int64_t{1});
  const TensorId result = c.intermediate(c.op(c.type()), {matrix});
  auto reshape = std::make_shared<Reshape>();
  reshape->shape = c.shape(0);
  c.finish(reshape, {result});
}

void read_gelu(Conversion& c) {
  if (c.attributes.take_string("approximate").value_or("none") != "none")
    throw Error("approximate other than none, expected the exact function");
  c.finish(c.op("Gelu"), {c.input(0)});
}

}  // namespace bricks::onnx_io
