// Operators that move elements: distributions stay, but for what is joined, padded or repeated.
#include "engine/ops/binary.hpp"
#include "engine/ops/concat.hpp"
#include "engine/ops/expand.hpp"
#include "engine/ops/gather.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/pad.hpp"
#include "engine/ops/reshape.hpp"
#include "engine/ops/transpose.hpp"
#include "engine/weights/rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bricks {
namespace {

// Elements drawn from a with probability `share`, otherwise from b.
Moments mixed(const Moments& a, double share, const Moments& b) {
  const auto mix = [&](double x, double y) { return share * x + (1 - share) * y; };
  const double mean = mix(a.mean, b.mean), square = mix(a.square(), b.square());
  const double shared = mix(a.shared + a.mean * a.mean, b.shared + b.mean * b.mean);
  return checked({mean, square - mean * mean, shared - mean * mean});
}

Signal concat(const RuleCall& call) {
  if (call.types.size() == 1) return call.input(0);
  Moments all = call.input(0).moments();
  std::optional<Bent> bent = call.input(0).bent;
  bool accumulated = call.input(0).accumulated;
  double elements = static_cast<double>(element_count(call.shape(0)));
  for (std::size_t i = 1; i < call.types.size(); ++i) {
    const Signal next = call.input(i);
    const double more = static_cast<double>(element_count(call.shape(i))),
                 share = elements / (elements + more);
    all = mixed(all, share, next.moments());
    if (bent && next.bent && bent->name == next.bent->name)
      bent->x = mixed(bent->x, share, next.bent->x);
    else
      bent.reset();
    accumulated = accumulated || next.accumulated;
    elements += more;
  }
  Signal joined(all);
  joined.bent = bent;
  joined.accumulated = accumulated;
  return joined;
}

Signal pad(const RuleCall& call, const Pad& op) {
  const Signal x = call.input(0);
  // Infinity stands in front of a maximum, which never sees it.
  if (op.mode != Pad::Mode::constant || !std::isfinite(op.value)) return x;
  const double share = std::min(1.0, static_cast<double>(element_count(call.shape(0))) /
                                         static_cast<double>(element_count(call.outputs[0].shape)));
  Signal padded = x.smoothed(mixed(x.moments(), share, checked({op.value, 0, 0})));
  if (op.value == 0) padded.bent = x.bent;
  return padded;
}

// A tensor that no input decides. Whoever divides by it must not meet 0.
Signal constant(const RuleCall& call) {
  const auto divides = [](const Use& use) {
    const auto* op = op_cast<Binary>(use.op);
    return op && op->function == Binary::Function::div && use.index == 1;
  };
  const bool divisor = std::any_of(call.uses.begin(), call.uses.end(), divides);
  return call.input(0, divisor ? uniform(1, 1.0 / 12) : uniform(0, 1.0 / 16));
}

// Indices that are weights point inside of the axis.
Signal gather(const RuleCall& call, std::int64_t limit) {
  if (call.is_weight(1)) {
    WeightRecipe indices;
    indices.limit = limit;
    call.weight(1, indices);
  }
  return call.input(0);
}

std::int64_t gather_nd_limit(const RuleCall& call, const GatherND& op) {
  const Shape &data = call.shape(0), &indices = call.shape(1);
  const auto first = data.begin() + op.batch_dims;
  return *std::min_element(first, first + indices.back());
}

}  // namespace

std::optional<Signal> movement_rule(const RuleCall& call) {
  if (op_cast<Concat>(call.op)) return concat(call);
  if (const auto* op = op_cast<Pad>(call.op)) return pad(call, *op);
  if (op_cast<Constant>(call.op)) return constant(call);
  if (op_cast<SequenceLast>(call.op)) return call.input(call.types.size() - 1);
  if (op_cast<Where>(call.op)) return Signal(mixed(call.input(1).moments(), 0.5, call.input(2).moments()));
  // Repeated along places, all of a channel is alike.
  if (op_cast<Expand>(call.op) || op_cast<Replicate>(call.op))
    return call.input(0).with_shared(call.input(0).moments().variance);
  // Places and channels change their parts: what was shared is so no more.
  if (op_cast<Transpose>(call.op) || op_cast<Reshape>(call.op)) return call.input(0).with_shared(0);
  if (const auto* op = op_cast<Gather>(call.op)) {
    const auto rank = static_cast<std::int64_t>(call.shape(0).size());
    return gather(call, call.shape(0)[static_cast<std::size_t>((op->axis + rank) % rank)]);
  }
  if (const auto* op = op_cast<GatherND>(call.op)) return gather(call, gather_nd_limit(call, *op));
  return std::nullopt;
}

}  // namespace bricks
