// Windows over places: maxima, means, sums, interpolation.
#include "engine/ops/pool.hpp"
#include "engine/ops/reduce.hpp"
#include "engine/ops/resize.hpp"
#include "engine/ops/softmax.hpp"
#include "engine/weights/rules.hpp"

#include <algorithm>
#include <cmath>

namespace bricks {
namespace {

// The mean of n places of one channel.
Moments mean_of(const Moments& x, double n) {
  return checked({x.mean, x.shared + (x.variance - x.shared) / n, x.shared});
}

Signal max_of(const Signal& x, double places) {
  constexpr double most = 1e6;  // a larger maximum grows no more
  const int n = static_cast<int>(std::clamp(places, 1.0, most));
  const Bent bent = x.bent ? *x.bent : Bent{x.moments(), [](double v) { return v; }, {}};
  Signal largest(largest_of(bent.x, n, bent.f));
  largest.accumulated = x.accumulated;
  return largest;
}

// With no other places left, all that the mean has is shared.
Signal global_mean(const Signal& x, double places) {
  Moments mean = mean_of(x.moments(), places);
  mean.shared = mean.variance;
  return x.smoothed(mean);
}

double window_places(const Pool& op) { return static_cast<double>(op.kernel_shape[0] * op.kernel_shape[1]); }

// Elements of the input for each of the output.
double reduced_elements(const RuleCall& call) {
  return static_cast<double>(element_count(call.shape(0))) /
         static_cast<double>(element_count(call.outputs[0].shape));
}

// Of those, how many are of different channels (axis 1), which share nothing.
double reduced_channels(const RuleCall& call, const Reduce& op) {
  const Shape& shape = call.shape(0);
  return shape.size() > 1 && op.reduced(shape.size())[1] ? static_cast<double>(shape[1]) : 1;
}

Moments scaled(const Moments& x, double factor) {
  return {x.mean * factor, x.variance * factor * factor, x.shared * factor * factor};
}

Signal reduce(const RuleCall& call, const Reduce& op) {
  using F = Reduce::Function;
  const Signal input = call.input(0);
  const Moments x = input.moments();
  const double n = reduced_elements(call), channels = reduced_channels(call, op);
  Moments mean = mean_of(x, n / channels);
  mean.variance /= channels;
  mean.shared = mean.variance;
  const Moments squares = function_of(x, [](double v) { return v * v; });
  const Moments square_mean{squares.mean, squares.variance / n, 0};
  switch (op.function) {
    case F::mean:
      return op.is_global_pool(call.shape(0).size()) ? global_mean(input, n) : input.smoothed(mean);
    case F::sum:
      return Signal(scaled(mean, n));
    case F::sum_square:
      return Signal(checked(scaled(square_mean, n)));
    case F::l2:
      return Signal(
          function_of(checked(scaled(square_mean, n)), [](double v) { return std::sqrt(std::max(0.0, v)); }));
    case F::l1:
      return Signal(checked(scaled(function_of(x, [](double v) { return std::abs(v); }), n)));
    case F::max:
      return max_of(input, n);
    case F::min:
      return max_of(input.affine(-1, 0), n).affine(-1, 0);
    case F::prod:
      return Signal(checked({std::pow(x.mean, n), std::pow(x.square(), n), 0}));
    case F::log_sum:
      return Signal(function_of(checked(scaled(mean, n)),
                                [](double v) { return std::log(std::max(1e-6, std::abs(v))); }));
    case F::log_sum_exp:
      return Signal(checked({std::log(n) + x.mean + x.variance / 2, x.variance / n, 0}));
    case F::count:
      break;
  }
  return input;
}

// Of numbers of variance v, exp(x) / sum exp(x) has the square exp(v) / n^2, as long as no single one is the
// sum.
Signal softmax(const RuleCall& call, std::int64_t axis, bool logarithm) {
  const Moments x = call.input(0).moments();
  const Shape& shape = call.shape(0);
  const auto rank = static_cast<std::int64_t>(shape.size());
  const double n = static_cast<double>(shape[static_cast<std::size_t>((axis + rank) % rank)]);
  if (logarithm) return Signal(checked({-std::log(n) - x.variance / 2, x.variance, x.shared}));
  const double square = std::min(std::exp(std::min(x.variance, 50.0)) / n, 1.0) / n;
  const double variance = std::max(square - 1 / (n * n), 0.0);
  return Signal(checked({1 / n, variance, variance * x.shared / x.variance}));
}

// Linear interpolation at a random place between two pixels keeps two thirds of what they do not share.
Signal resize(const RuleCall& call, const Resize& op) {
  const Signal input = call.input(0);
  if (op.mode == Resize::Mode::nearest) return input;
  double mixed = 1;
  for (std::size_t axis : {2u, 3u})
    if (call.shape(0)[axis] != call.outputs[0].shape[axis]) mixed *= 1.5;
  return input.smoothed(mean_of(input.moments(), mixed));
}

}  // namespace

std::optional<Signal> pooling_rule(const RuleCall& call) {
  if (const auto* op = op_cast<MaxPool>(call.op)) return max_of(call.input(0), window_places(*op));
  if (const auto* op = op_cast<AveragePool>(call.op)) {
    const Signal x = call.input(0);
    return x.smoothed(mean_of(x.moments(), window_places(*op)));
  }
  if (op_cast<GlobalAveragePool>(call.op)) return global_mean(call.input(0), reduced_elements(call));
  if (op_cast<GlobalMaxPool>(call.op)) return max_of(call.input(0), reduced_elements(call));
  if (const auto* op = op_cast<Resize>(call.op)) return resize(call, *op);
  return std::nullopt;
}

std::optional<Signal> reduction_rule(const RuleCall& call) {
  if (const auto* op = op_cast<Reduce>(call.op)) return reduce(call, *op);
  if (const auto* op = op_cast<Softmax>(call.op))
    return softmax(call, op->axis, op_cast<LogSoftmax>(call.op) != nullptr);
  if (op_cast<ArgReduce>(call.op)) return Signal();
  return std::nullopt;
}

}  // namespace bricks
