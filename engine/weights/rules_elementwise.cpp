// Functions of one element, and of two.
#include "engine/ops/binary.hpp"
#include "engine/ops/unary.hpp"
#include "engine/weights/rules.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace bricks {
namespace {

using F = Binary::Function;

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

std::function<double(double)> function_of_kind(UnaryKind kind, double a, double b) {
  switch (kind) {
    case UnaryKind::relu:
      return [](double x) { return std::max(0.0, x); };
    case UnaryKind::clip:
      return [=](double x) { return std::min(b, std::max(a, x)); };
    case UnaryKind::leaky_relu:
      return [=](double x) { return x < 0 ? a * x : x; };
    case UnaryKind::elu:
      return [=](double x) { return x < 0 ? a * std::expm1(x) : x; };
    case UnaryKind::sigmoid:
      return sigmoid;
    case UnaryKind::hard_sigmoid:
      return [=](double x) { return std::clamp(a * x + b, 0.0, 1.0); };
    case UnaryKind::hard_swish:
      return [](double x) { return x * std::clamp(x / 6 + 0.5, 0.0, 1.0); };
    case UnaryKind::silu:
      return [](double x) { return x * sigmoid(x); };
    case UnaryKind::gelu:
      return [](double x) { return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2)); };
    case UnaryKind::softplus:
      return [](double x) { return std::max(0.0, x) + std::log1p(std::exp(-std::abs(x))); };
    case UnaryKind::softsign:
      return [](double x) { return x / (1 + std::abs(x)); };
    case UnaryKind::tanh:
      return [](double x) { return std::tanh(x); };
    case UnaryKind::scaled_tanh:
      return [=](double x) { return a + b * std::tanh(x); };
    case UnaryKind::erf:
      return [](double x) { return std::erf(x); };
    case UnaryKind::exp:
      return [](double x) { return std::exp(std::min(x, 80.0)); };
    case UnaryKind::scaled_exp:
      return [=](double x) { return std::exp(std::min(a * x, 80.0)); };
    // Roots and logarithms are of what is positive; a normal distribution is not quite.
    case UnaryKind::log:
      return [](double x) { return std::log(std::max(1e-6, std::abs(x))); };
    case UnaryKind::log_square:
      return [=](double x) { return std::log(std::max(a, x * x)); };
    case UnaryKind::sqrt:
      return [](double x) { return std::sqrt(std::max(0.0, x)); };
    case UnaryKind::sqrt_ratio:
      return [](double x) { return std::sqrt(std::max(0.0, x)) / (1 + std::max(0.0, x)); };
    case UnaryKind::square:
      return [](double x) { return x * x; };
    case UnaryKind::reciprocal:
      return [](double x) { return 1 / std::max(0.1, std::abs(x)); };
    case UnaryKind::abs:
      return [](double x) { return std::abs(x); };
    case UnaryKind::floor:
      return [](double x) { return std::floor(x); };
    case UnaryKind::ceil:
      return [](double x) { return std::ceil(x); };
    case UnaryKind::neg:
    case UnaryKind::affine:
      break;
  }
  return [](double x) { return x; };
}

bool is_rising(UnaryKind kind) {
  constexpr UnaryKind kinds[] = {UnaryKind::relu,         UnaryKind::clip,    UnaryKind::leaky_relu,
                                 UnaryKind::elu,          UnaryKind::tanh,    UnaryKind::sigmoid,
                                 UnaryKind::hard_sigmoid, UnaryKind::softplus};
  return std::find(std::begin(kinds), std::end(kinds), kind) != std::end(kinds);
}

Signal unary(const Signal& x, const Unary& op) {
  if (op.kind == UnaryKind::neg) return x.affine(-1, 0);
  if (op.kind == UnaryKind::affine) return x.affine(op.alpha, op.beta);
  const auto f = function_of_kind(op.kind, op.alpha, op.beta);
  Signal y(function_of(x.moments(), f));
  y.accumulated = x.accumulated;
  if (is_rising(op.kind)) y.bent = Bent{x.moments(), f, std::string(op.type()) + std::to_string(op.alpha)};
  return y;
}

// Of independent a and b.
Moments product(const Moments& a, const Moments& b) {
  const double mean = a.mean * b.mean;
  const double shared = (a.shared + a.mean * a.mean) * (b.shared + b.mean * b.mean);
  return checked({mean, a.square() * b.square() - mean * mean, shared - mean * mean});
}

Moments quotient(const Moments& a, const Moments& b, double epsilon) {
  const double least = 0.1 * std::sqrt(b.square()) + std::abs(epsilon);
  const auto inverse = [=](double v) {
    return std::copysign(1 / std::max(least, std::abs(v + epsilon)), v + epsilon);
  };
  return product(a, function_of(b, inverse));
}

Moments extreme(const Moments& a, const Moments& b, double sign) {
  const Moments both{sign * (a.mean + b.mean) / 2, (a.variance + b.variance) / 2, (a.shared + b.shared) / 2};
  Moments largest = largest_of(checked(both), 2, [](double v) { return v; });
  largest.mean *= sign;
  return largest;
}

// A weight's recipe where it stands as an operand: like a factor, near 1; like a summand, as large as half of
// the other.
WeightRecipe operand(F function, const RuleCall& call) {
  switch (function) {
    case F::mul:
    case F::div:
    case F::div_offset:
      return uniform(1, 1.0 / 12);  // 0.5 to 1.5
    case F::pow:
      return uniform(2, 0);
    case F::prelu:
      return uniform(0.25, 0.01);
    default:
      break;
  }
  double square = 1;
  for (std::size_t i : {0u, 1u})
    if (!call.is_weight(i)) square = call.input(i).moments().square();
  return uniform(0, square / 4);
}

Signal binary(const RuleCall& call, const Binary& op) {
  const WeightRecipe proposal = operand(op.function, call);
  const Signal a = call.input(0, proposal), b = call.input(1, proposal);
  const Moments x = a.moments(), y = b.moments();
  const double alpha = op.alpha;
  switch (op.function) {
    case F::add:
      return Signal::sum(a, 1, b, 1);
    case F::sub:
      return Signal::sum(a, 1, b, -1);
    case F::add_scaled:
      return Signal::sum(a, 1, b, alpha);
    case F::squared_difference:
      return Signal(function_of(Signal::sum(a, 1, b, -1).moments(), [](double v) { return v * v; }));
    case F::mul:
      return Signal(product(x, y));
    case F::div:
      return Signal(quotient(x, y, 0));
    case F::div_offset:
      return Signal(quotient(x, y, alpha));
    case F::max:
      return Signal(extreme(x, y, 1));
    case F::min:
      return Signal(extreme(x, y, -1));
    case F::pow:
      return Signal(
          function_of(x, [&](double v) { return std::pow(std::abs(v), std::clamp(y.mean, -4.0, 4.0)); }));
    case F::prelu:
      return Signal(function_of(x, [&](double v) { return v < 0 ? y.mean * v : v; }));
    case F::count:
      break;
  }
  return a;
}

Signal total(const RuleCall& call) {
  Signal sum = call.input(0);
  for (std::size_t i = 1; i < call.types.size(); ++i) sum = Signal::sum(sum, 1, call.input(i), 1);
  return sum;
}

}  // namespace

std::optional<Signal> unary_rule(const RuleCall& call) {
  if (const auto* op = op_cast<Unary>(call.op)) return unary(call.input(0), *op);
  return std::nullopt;
}

std::optional<Signal> binary_rule(const RuleCall& call) {
  if (const auto* op = op_cast<Binary>(call.op)) return binary(call, *op);
  if (op_cast<Sum>(call.op)) return total(call);
  return std::nullopt;
}

}  // namespace bricks
