// Functions of elements and along axes, in operators.
#include "bench/zoo/net.hpp"
#include "engine/ops/binary.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/reduce.hpp"
#include "engine/ops/softmax.hpp"
#include "engine/ops/unary.hpp"

namespace bricks::zoo {
namespace {

OpPointer unary(UnaryKind kind, float alpha = 0, float beta = 0) {
  return std::make_shared<Unary>(kind, alpha, beta);
}
OpPointer binary(Binary::Function function, float alpha = 0) {
  return std::make_shared<Binary>(function, alpha);
}

}  // namespace

Value Net::mean(Value x, const std::vector<std::int64_t>& axes) {
  return layer(next_name("mean"),
               std::make_shared<Reduce>(kernels::ReduceFunction::mean, behind_batch(axes), false), {x});
}
Value Net::sum(Value x, const std::vector<std::int64_t>& axes) {
  return layer(next_name("sum"),
               std::make_shared<Reduce>(kernels::ReduceFunction::sum, behind_batch(axes), false), {x});
}

Value Net::relu(Value x) { return layer(next_name("relu"), unary(UnaryKind::relu), {x}); }
Value Net::relu6(Value x) { return layer(next_name("relu6_"), unary(UnaryKind::clip, 0, 6), {x}); }
Value Net::leaky_relu(Value x, float slope) {
  return layer(next_name("leaky_relu"), unary(UnaryKind::leaky_relu, slope), {x});
}
Value Net::identity(Value x) { return layer(next_name("identity"), std::make_shared<Identity>(), {x}); }
Value Net::sigmoid(Value x) { return layer(next_name("sigmoid"), unary(UnaryKind::sigmoid), {x}); }
Value Net::exp(Value x) { return layer(next_name("exp"), unary(UnaryKind::exp), {x}); }
Value Net::sqrt(Value x) { return layer(next_name("sqrt"), unary(UnaryKind::sqrt), {x}); }
Value Net::affine(Value x, float alpha, float beta) {
  return layer(next_name("affine"), unary(UnaryKind::affine, alpha, beta), {x});
}
Value Net::scaled_tanh(Value x) {
  return layer(next_name("scaled_tanh"), unary(UnaryKind::scaled_tanh, 0.5F, 0.5F), {x});
}
Value Net::square(Value x) { return layer(next_name("square"), unary(UnaryKind::square), {x}); }
Value Net::scaled_exp(Value x) {
  return layer(next_name("scaled_exp"), unary(UnaryKind::scaled_exp, 0.2F), {x});
}
Value Net::sqrt_ratio(Value x) { return layer(next_name("sqrt_ratio"), unary(UnaryKind::sqrt_ratio), {x}); }
Value Net::log_square(Value x) {
  return layer(next_name("log_square"), unary(UnaryKind::log_square, 1e-20F), {x});
}

Value Net::dropout(Value x, float ratio) {
  auto op = std::make_shared<Dropout>();
  op->ratio = ratio;
  return layer(next_name("dropout"), op, {x});
}

Value Net::softmax(Value x, std::int64_t axis) {
  auto op = std::make_shared<Softmax>();
  op->axis = axis + 1;
  return layer(next_name("softmax"), op, {x});
}

Value Net::add(Value x, Value y) { return layer(next_name("add"), binary(Binary::Function::add), {x, y}); }
Value Net::subtract(Value x, Value y) {
  return layer(next_name("sub"), binary(Binary::Function::sub), {x, y});
}
Value Net::multiply(Value x, Value y) {
  return layer(next_name("mul"), binary(Binary::Function::mul), {x, y});
}
Value Net::divide(Value x, Value y) { return layer(next_name("div"), binary(Binary::Function::div), {x, y}); }
Value Net::add_scaled(Value x, Value y, float alpha) {
  return layer(next_name("add_scaled"), binary(Binary::Function::add_scaled, alpha), {x, y});
}
Value Net::squared_difference(Value x, Value y) {
  return layer(next_name("squared_difference"), binary(Binary::Function::squared_difference), {x, y});
}
Value Net::divide_epsilon(Value x, Value y) {
  return layer(next_name("div_epsilon"), binary(Binary::Function::div_offset, 1e-6F), {x, y});
}
Value Net::total(const std::vector<Value>& xs) {
  return layer(next_name("total"), std::make_shared<Sum>(), xs);
}

Value Net::constant(const Shape& shape) {
  const std::string name = next_name("constant");
  // One for each image of the batch: Sum, which takes one in YOLO V2, does not repeat its inputs.
  return layer(name, std::make_shared<Constant>(), {weight(name + ".value", batched(shape, size_.batch))});
}
Value Net::constant_times(Value x) {
  const std::string name = next_name("constant_times");
  return layer(name, binary(Binary::Function::mul), {x, weight(name + ".factor", batched(shape(x), 1))});
}
Value Net::constant_plus(Value x) {
  const std::string name = next_name("constant_plus");
  return layer(name, binary(Binary::Function::add), {x, weight(name + ".summand", batched(shape(x), 1))});
}

}  // namespace bricks::zoo
