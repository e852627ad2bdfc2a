// Normalisations: statistics near those of the input, scales near 1 and small shifts, so that E[y^2] = 1 and
// every channel differs.
#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/binary.hpp"
#include "engine/ops/instance_normalization.hpp"
#include "engine/ops/lrn.hpp"
#include "engine/weights/rules.hpp"

#include <algorithm>
#include <cmath>

namespace bricks {
namespace {

constexpr double scale_spread = 0.3;         // scales are within 30 % of their mean
constexpr double smallest = 1e-8;            // variance that is divided by: a constant is not blown up
constexpr double shift_variance = 0.01;      // of batch normalisation
constexpr double own_shift_variance = 0.08;  // of the others: all that is left of one single element

// A positive parameter whose square has that mean.
WeightRecipe positive(double square) {
  const double centre = std::sqrt(square / (1 + scale_spread * scale_spread / 3));
  return uniform(centre, centre * centre * scale_spread * scale_spread / 3);
}

double square_of(const WeightRecipe& recipe) {
  return static_cast<double>(recipe.centre) * static_cast<double>(recipe.centre) + recipe.variance();
}

// E[1 / (v + epsilon)] over the variances v that a recipe gives.
double inverse_variance(const WeightRecipe& recipe, double epsilon) {
  const double spread = recipe.spread, centre = static_cast<double>(recipe.centre) + epsilon;
  if (spread < 1e-3 * centre) return 1 / centre;
  const double low = std::max(centre - spread, 1e-3 * centre);
  return std::log((centre + spread) / low) / (centre + spread - low);
}

// The branch of a residual block whose channels are weighed by gates is kept small beside the stream that it
// is added to: gates depend on their stream, so an error of its estimate would grow from block to block.
double normalized_variance(const RuleCall& call) {
  const auto weighed = [](const Use& use) {
    const auto* op = op_cast<Binary>(use.op);
    return op && op->function == Binary::Function::mul;
  };
  return std::any_of(call.uses.begin(), call.uses.end(), weighed) ? 0.25 : 1;
}

Signal batch_normalization(const RuleCall& call, const BatchNormalization& op) {
  const Signal input = call.input(0);
  const Moments x = input.moments();
  // A mean far above the spread, as behind a maximum, is left in: subtracted, its error would be all that
  // there is.
  const bool keep_mean = x.mean * x.mean > x.variance;
  const double typical = std::max(smallest, keep_mean ? x.square() : x.variance);
  const WeightRecipe& mean = call.weight(3, uniform(keep_mean ? 0 : x.mean, 0.01 * typical));
  const WeightRecipe& variance =
      call.weight(4, uniform(typical, typical * typical * scale_spread * scale_spread / 3));
  const double off_mean = x.mean - static_cast<double>(mean.centre);
  const double deviation = std::max(smallest, x.variance + mean.variance() + off_mean * off_mean);
  const double factor = inverse_variance(variance, op.epsilon);
  const WeightRecipe& scale =
      call.weight(1, positive((normalized_variance(call) - shift_variance) / (deviation * factor)));
  const WeightRecipe& shift = call.weight(2, uniform(0, shift_variance));
  const double gain = std::sqrt(square_of(scale) * factor);
  Signal output =
      input.affine(gain, static_cast<double>(shift.centre) - gain * static_cast<double>(mean.centre));
  output.accumulated = false;
  return output;
}

// Each group of `elements` gets mean 0 and variance 1, then scale and shift.
Signal own_statistics(const RuleCall& call, double elements, double epsilon) {
  const Moments x = call.input(0).moments();
  const double own = std::max(0.0, x.variance - x.shared) * (1 - 1 / elements);
  const double share = own / (own + epsilon + 1e-30);
  const WeightRecipe& scale = call.weight(1, positive((1 - own_shift_variance) / std::max(share, 0.1)));
  const double shift = call.has(2) ? square_of(call.weight(2, uniform(0, own_shift_variance))) : 0;
  return Signal(checked({0, share * square_of(scale) + shift, shift}));
}

double product(const Shape& shape, std::size_t first) {
  double result = 1;
  for (std::size_t d = first; d < shape.size(); ++d) result *= static_cast<double>(shape[d]);
  return result;
}

Signal lrn(const RuleCall& call, const Lrn& op) {
  const Signal x = call.input(0);
  const double size = static_cast<double>(op.size);
  const double window = std::min(size, static_cast<double>(call.shape(0)[1]));
  const double energy =
      static_cast<double>(op.bias) + static_cast<double>(op.alpha) / size * window * x.moments().square();
  return x.affine(std::pow(energy, -static_cast<double>(op.beta)), 0);
}

}  // namespace

std::optional<Signal> normalization_rule(const RuleCall& call) {
  if (const auto* op = op_cast<BatchNormalization>(call.op)) return batch_normalization(call, *op);
  if (const auto* op = op_cast<InstanceNormalization>(call.op))
    return own_statistics(call, product(call.shape(0), 2), op->epsilon);
  if (const auto* op = op_cast<LayerNormalization>(call.op)) {
    const auto rank = static_cast<std::int64_t>(call.shape(0).size());
    return own_statistics(call, product(call.shape(0), static_cast<std::size_t>((op->axis + rank) % rank)),
                          op->epsilon);
  }
  if (const auto* op = op_cast<Lrn>(call.op)) return lrn(call, *op);
  return std::nullopt;
}

}  // namespace bricks
