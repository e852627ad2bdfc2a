// Convolutions and matrix products: sums of n products of inputs with independent weights of mean 0 and
// variance s.
//
// E[y^2] = s n E[x^2], whatever the inputs have to do with each other, as the weights are independent. Two
// places of one output channel have the same weights on other inputs of the same channels: covariance s n E[x
// x'].
//
// Behind a ramp, inputs have a mean m, equal at all places; without more, its share of y grows from layer to
// layer until y is one number a channel. So where it can be done the filters' rows are centred: weights w -
// mean(w) do not see m, and E[y^2] = s (n (E[x^2] - m^2) - the same of the rows' means) inside of the image,
// at its border a little more.
#include "engine/ops/conv.hpp"
#include "engine/ops/conv_transpose.hpp"
#include "engine/ops/gemm.hpp"
#include "engine/ops/unary.hpp"
#include "engine/weights/rules.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bricks {
namespace {

// E[y^2] of weights of variance 1.
double product_square(const SumOfProducts& sum, const Moments& x, bool centred) {
  const double n = sum.inputs, seen = n * sum.present;
  if (!centred) return seen * x.square();
  const double taps = n / sum.channels;
  const double rows_mean = x.variance * sum.present + taps * x.shared * sum.present_square +
                           n * x.mean * x.mean * sum.present_square;
  return std::max(seen * x.square() - rows_mean, 1e-3 * seen * x.square());
}

// Means over the outputs of one axis of the taps that lie inside of the input, and of their square, in shares
// of all.
struct Presence1d {
  double mean = 0, square = 0;
};
Presence1d presence(const std::vector<std::int64_t>& inside, double taps) {
  Presence1d result;
  for (std::int64_t count : inside) {
    const double share = static_cast<double>(count) / taps;
    result.mean += share / static_cast<double>(inside.size());
    result.square += share * share / static_cast<double>(inside.size());
  }
  return result;
}

Presence1d conv_presence(const Conv& op, std::size_t axis, std::int64_t input, std::int64_t output) {
  std::vector<std::int64_t> inside(static_cast<std::size_t>(output), 0);
  for (std::int64_t o = 0; o < output; ++o)
    for (std::int64_t k = 0; k < op.kernel_shape[axis]; ++k) {
      const std::int64_t i = o * op.strides[axis] + k * op.dilations[axis] - op.pads[axis];
      inside[static_cast<std::size_t>(o)] += i >= 0 && i < input;
    }
  return presence(inside, static_cast<double>(op.kernel_shape[axis]));
}

Presence1d transposed_presence(const ConvTranspose& op, std::size_t axis, std::int64_t input,
                               std::int64_t output) {
  std::vector<std::int64_t> inside(static_cast<std::size_t>(output), 0);
  for (std::int64_t i = 0; i < input; ++i)
    for (std::int64_t k = 0; k < op.kernel_shape[axis]; ++k) {
      const std::int64_t o = i * op.strides[axis] + k * op.dilations[axis] - op.pads[axis];
      if (o >= 0 && o < output) ++inside[static_cast<std::size_t>(o)];
    }
  return presence(inside, static_cast<double>(op.kernel_shape[axis]));
}

template <class Window, class PresenceOf>
SumOfProducts window_sum(const Window& op, const RuleCall& call, PresenceOf presence_of) {
  const Shape &x = call.shape(0), &y = call.outputs[0].shape;
  const Presence1d h = presence_of(op, 0, x[2], y[2]), w = presence_of(op, 1, x[3], y[3]);
  const double channels = static_cast<double>(x[1] / op.group);
  const double taps = static_cast<double>(op.kernel_shape[0] * op.kernel_shape[1]);
  // Where windows lie in the padding alone, nothing is to be scaled.
  constexpr double least = 0.01;
  return {channels * taps, channels, std::max(least, h.mean * w.mean),
          std::max(least * least, h.square * w.square)};
}

// The bias' share of the output's variance. Of a convolution it is small, as it is shared by all places and
// such shares add up over layers; of a linear layer it is what is left where a ramp has shut all inputs.
constexpr double conv_bias_share = 0.03, linear_bias_share = 0.25;

// A gate's logits are small, otherwise it is open or shut; and what it then lets through makes the logits of
// the gates behind it larger still (squeeze and excitation, 50 times one behind the other). What a factor
// enlarges is that much smaller, so that a softmax behind it (Colorful Colorization) is not all or nothing.
double product_variance(const RuleCall& call) {
  double variance = 1;
  for (const Use& use : call.uses) {
    const auto* op = op_cast<Unary>(use.op);
    if (op && op->kind == UnaryKind::sigmoid) variance = std::min(variance, 0.1);
    if (op && op->kind == UnaryKind::affine && std::abs(op->alpha) > 1)
      variance = std::min(variance, 1.0 / (op->alpha * op->alpha));
  }
  return variance;
}

// y = products of input 0 with weight 1, plus the bias, weight 2.
Signal products(const RuleCall& call, const SumOfProducts& sum, bool rows, double bias_share) {
  const Signal input = call.input(0);
  const Moments x = input.moments();
  const double wanted = product_variance(call), part = call.has(2) ? bias_share : 0;
  const WeightRecipe& w =
      call.weight(1, product_weights(sum, x, rows && !input.accumulated, (1 - part) * wanted));
  const double bias = call.has(2) ? call.input(2, uniform(0, part * wanted)).moments().square() : 0;
  return product_signal(sum, x, w, bias);
}

Signal data_products(double n, const Moments& a, const Moments& b) {
  return Signal(
      checked({n * a.mean * b.mean, n * (a.square() * b.square() - a.mean * a.mean * b.mean * b.mean), 0}));
}

Signal gemm(const RuleCall& call, const Gemm& op) {
  const Shape& b = call.shape(1);
  const double n = static_cast<double>(op.transB ? b[1] : b[0]);
  const SumOfProducts sum{n, n};
  // alpha and beta are 1 in every layer of a trained network; others are met by the weights' scale alone.
  if (call.is_weight(1) && !call.is_weight(0))
    return products(call, sum, op.transB != 0, linear_bias_share).affine(op.alpha, 0);
  return data_products(n, call.input(0).moments(), call.input(1).moments());
}

Signal matmul(const RuleCall& call) {
  const double n = static_cast<double>(call.shape(0).back());
  if (call.is_weight(1) && !call.is_weight(0)) return products(call, {n, n}, false, linear_bias_share);
  return data_products(n, call.input(0).moments(), call.input(1).moments());
}

}  // namespace

WeightRecipe product_weights(const SumOfProducts& sum, const Moments& x, bool rows, double variance) {
  // A row of few inputs is not centred: nothing would be left of it. Nor one whose inputs have hardly
  // anything but their mean: what is left would be rounding errors. Nor one whose inputs differ enough
  // between places, for centring has a price: it makes weights larger, and a rounding error that reaches a
  // layer leaves it, behind a ramp, 1.21 times as large. Centring every layer made of float's rounding 1.8e-4
  // of the largest output at the end of Colorful Colorization; where 60 % are allowed to be common it
  // is 2.4e-5.
  const double common = x.mean * x.mean + x.shared;
  const bool centred = rows && sum.inputs >= 16 && sum.channels >= 3 && x.variance > 0.1 * x.square() &&
                       common > 0.6 * x.square();
  WeightRecipe recipe = uniform(0, variance / product_square(sum, x, centred));
  if (centred) recipe.row = static_cast<std::int64_t>(sum.inputs);
  return recipe;
}

Signal product_signal(const SumOfProducts& sum, const Moments& x, const WeightRecipe& w, double bias) {
  const bool centred = w.row != 0;
  const double variance = w.variance() * product_square(sum, x, centred);
  const Moments common{centred ? 0 : x.mean, x.shared, 0};
  const double shared = w.variance() * sum.inputs * sum.present * sum.present * common.square();
  return Signal(checked({0, variance + bias, std::min(shared, variance) + bias}));
}

std::optional<Signal> convolution_rule(const RuleCall& call) {
  if (const auto* op = op_cast<Conv>(call.op))
    return products(call, window_sum(*op, call, conv_presence), true, conv_bias_share);
  if (const auto* op = op_cast<ConvTranspose>(call.op))
    return products(call, window_sum(*op, call, transposed_presence), false, conv_bias_share);
  return std::nullopt;
}

std::optional<Signal> matrix_rule(const RuleCall& call) {
  if (const auto* op = op_cast<Gemm>(call.op)) return gemm(call, *op);
  if (op_cast<MatMul>(call.op)) return matmul(call);
  return std::nullopt;
}

}  // namespace bricks
