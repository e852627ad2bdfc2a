#include "engine/ops/binary.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/unary.hpp"
#include "tests/reference/call.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bricks::test {
namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

double apply(UnaryKind kind, double a, double b, double x) {
  switch (kind) {
    case UnaryKind::relu:
      return std::max(0.0, x);
    case UnaryKind::clip:
      return std::min(b, std::max(a, x));
    case UnaryKind::leaky_relu:
      return x < 0 ? a * x : x;
    case UnaryKind::elu:
      return x < 0 ? a * std::expm1(x) : x;
    case UnaryKind::sigmoid:
      return sigmoid(x);
    case UnaryKind::hard_sigmoid:
      return std::max(0.0, std::min(1.0, a * x + b));
    case UnaryKind::hard_swish:
      return x * std::max(0.0, std::min(1.0, x / 6 + 0.5));
    case UnaryKind::silu:
      return x * sigmoid(x);
    case UnaryKind::gelu:
      return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
    case UnaryKind::softplus:
      return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
    case UnaryKind::softsign:
      return x / (1 + std::abs(x));
    case UnaryKind::tanh:
      return std::tanh(x);
    case UnaryKind::scaled_tanh:
      return a + b * std::tanh(x);
    case UnaryKind::erf:
      return std::erf(x);
    case UnaryKind::exp:
      return std::exp(x);
    case UnaryKind::scaled_exp:
      return std::exp(a * x);
    case UnaryKind::log:
      return std::log(x);
    case UnaryKind::log_square:
      return std::log(std::max(a, x * x));
    case UnaryKind::sqrt:
      return std::sqrt(x);
    case UnaryKind::sqrt_ratio:
      return std::sqrt(x) / (1 + x);
    case UnaryKind::square:
      return x * x;
    case UnaryKind::reciprocal:
      return 1 / x;
    case UnaryKind::neg:
      return -x;
    case UnaryKind::abs:
      return std::abs(x);
    case UnaryKind::floor:
      return std::floor(x);
    case UnaryKind::ceil:
      return std::ceil(x);
    case UnaryKind::affine:
      return a * x + b;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double apply(Binary::Function function, double alpha, double a, double b) {
  using F = Binary::Function;
  switch (function) {
    case F::add:
      return a + b;
    case F::sub:
      return a - b;
    case F::mul:
      return a * b;
    case F::div:
      return a / b;
    case F::max:
      return std::max(a, b);
    case F::min:
      return std::min(a, b);
    case F::pow:
      return std::pow(a, b);
    case F::prelu:
      return a < 0 ? a * b : a;
    case F::add_scaled:
      return a + alpha * b;
    case F::squared_difference:
      return (a - b) * (a - b);
    case F::div_offset:
      return a / (alpha + b);
    case F::count:
      break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void unary(const Call& call, const Unary& op) {
  for (std::size_t i = 0; i < call.y().size(); ++i)
    call.y()[i] = apply(op.kind, op.alpha, op.beta, call.x()[i]);
}

void binary(const Call& call, const Binary& op) {
  const Shape &a = call.in(0).shape, &b = call.in(1).shape, &y = call.outputs[0].shape;
  const bool same = a == y && b == y;  // the usual case, without the cost of indices
  for (std::size_t i = 0; i < call.y().size(); ++i) {
    const Index index = same ? Index() : index_of(i, y);
    call.y()[i] = apply(op.function, op.alpha, call.x(0)[same ? i : broadcast_place(index, a)],
                        call.x(1)[same ? i : broadcast_place(index, b)]);
  }
}

void sum(const Call& call) {
  for (std::size_t input = 0; input < call.inputs.size(); ++input)
    for (std::size_t i = 0; i < call.y().size(); ++i) call.y()[i] += call.x(input)[i];
}

void where(const Call& call) {
  for (std::size_t i = 0; i < call.y().size(); ++i) {
    const Index index = index_of(i, call.outputs[0].shape);
    const std::size_t chosen = call.x(0)[broadcast_place(index, call.in(0).shape)] != 0 ? 1 : 2;
    call.y()[i] = call.x(chosen)[broadcast_place(index, call.in(chosen).shape)];
  }
}

void cast(const Call& call, const Cast& op) {
  for (std::size_t i = 0; i < call.y().size(); ++i) {
    const double x = call.x()[i];
    if (op.to == ElementType::boolean) call.y()[i] = x != 0;
    if (op.to == ElementType::float32) call.y()[i] = x;
    if (op.to == ElementType::int32 || op.to == ElementType::int64) call.y()[i] = std::trunc(x);
  }
}

}  // namespace

bool reference_elementwise(const Call& call) {
  if (const auto* op = op_cast<Unary>(call.op)) return unary(call, *op), true;
  if (const auto* op = op_cast<Binary>(call.op)) return binary(call, *op), true;
  if (const auto* op = op_cast<Cast>(call.op)) return cast(call, *op), true;
  if (op_cast<Sum>(call.op)) return sum(call), true;
  if (op_cast<Where>(call.op)) return where(call), true;
  return false;
}

}  // namespace bricks::test
