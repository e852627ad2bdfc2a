// Operators that move elements without changing them.
#include "engine/ops/concat.hpp"
#include "engine/ops/expand.hpp"
#include "engine/ops/gather.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/pad.hpp"
#include "engine/ops/reshape.hpp"
#include "engine/ops/slice.hpp"
#include "engine/ops/transpose.hpp"
#include "tests/reference/call.hpp"

#include <algorithm>

namespace bricks::test {
namespace {

// y[index] = x[source(index)] for every element of output 0; a source outside of x gives `otherwise`.
template <class Source>
void pick(const Call& call, Source source, double otherwise = 0) {
  const Shape &from = call.in(0).shape, &to = call.outputs[0].shape;
  for (std::size_t i = 0; i < call.y().size(); ++i) {
    const Index index = source(index_of(i, to));
    bool inside = true;
    for (std::size_t d = 0; d < from.size(); ++d) inside = inside && index[d] >= 0 && index[d] < from[d];
    call.y()[i] = inside ? call.x()[place_of(index, from)] : otherwise;
  }
}

void concat(const Call& call, const Concat& op) {
  const Shape& to = call.outputs[0].shape;
  const std::size_t axis = wrap_axis(op.axis, to.size());
  std::int64_t begin = 0;
  for (std::size_t input = 0; input < call.inputs.size(); ++input) {
    const Shape& from = call.in(input).shape;
    for (std::size_t i = 0; i < call.x(input).size(); ++i) {
      Index index = index_of(i, from);
      index[axis] += begin;
      call.y()[place_of(index, to)] = call.x(input)[i];
    }
    begin += from[axis];
  }
}

void split(const Call& call, const Split& op) {
  const Shape& from = call.in(0).shape;
  const std::size_t axis = wrap_axis(op.axis, from.size());
  std::int64_t begin = 0;
  for (std::size_t output = 0; output < call.outputs.size(); ++output) {
    const Shape& to = call.outputs[output].shape;
    for (std::size_t i = 0; i < call.y(output).size(); ++i) {
      Index index = index_of(i, to);
      index[axis] += begin;
      call.y(output)[i] = call.x()[place_of(index, from)];
    }
    begin += to[axis];
  }
}

void transpose(const Call& call, const Transpose& op) {
  const std::vector<int> permutation = op.permutation(call.in(0).shape.size());
  pick(call, [&](const Index& index) {
    Index source(index.size());
    for (std::size_t d = 0; d < index.size(); ++d)
      source[static_cast<std::size_t>(permutation[d])] = index[d];
    return source;
  });
}

void slice(const Call& call, const Slice& op) {
  const std::vector<Slice::Cut> cuts = op.cuts(call.in(0).shape);
  pick(call, [&](Index index) {
    for (std::size_t d = 0; d < index.size(); ++d) index[d] = cuts[d].start + index[d] * cuts[d].step;
    return index;
  });
}

void pad(const Call& call, const Pad& op) {
  const Shape& from = call.in(0).shape;
  pick(
      call,
      [&](Index index) {
        for (std::size_t d = 0; d < index.size(); ++d) {
          index[d] -= op.pads[d];
          if (op.mode == Pad::Mode::edge) index[d] = std::clamp<std::int64_t>(index[d], 0, from[d] - 1);
          if (op.mode == Pad::Mode::reflect && index[d] < 0) index[d] = -index[d];
          if (op.mode == Pad::Mode::reflect && index[d] >= from[d]) index[d] = 2 * (from[d] - 1) - index[d];
        }
        return index;
      },
      op.value);
}

void expand(const Call& call) {
  const Shape &from = call.in(0).shape, &to = call.outputs[0].shape;
  for (std::size_t i = 0; i < call.y().size(); ++i)
    call.y()[i] = call.x()[broadcast_place(index_of(i, to), from)];
}

void replicate(const Call& call, const Replicate& op) {
  const auto count = static_cast<std::ptrdiff_t>(op.dims.size());
  pick(call, [&](Index index) {
    index.erase(index.begin() + op.axis, index.begin() + op.axis + count);
    return index;
  });
}

void gather(const Call& call, const Gather& op) {
  const Shape& from = call.in(0).shape;
  const std::size_t axis = wrap_axis(op.axis, from.size());
  const bool given = call.has(1);
  const std::size_t index_rank = given ? call.in(1).shape.size() : op.scalar ? 0 : 1;
  pick(call, [&](const Index& index) {
    const auto first = index.begin() + static_cast<std::ptrdiff_t>(axis);
    const auto last = first + static_cast<std::ptrdiff_t>(index_rank);
    std::int64_t chosen = 0;
    if (given)
      chosen = static_cast<std::int64_t>(call.x(1)[place_of({first, last}, call.in(1).shape)]);
    else
      chosen = op.indices[op.scalar ? 0 : static_cast<std::size_t>(*first)];
    Index source(index.begin(), first);
    source.push_back(chosen < 0 ? chosen + from[axis] : chosen);
    source.insert(source.end(), last, index.end());
    return source;
  });
}

void gather_nd(const Call& call, const GatherND& op) {
  const Shape &from = call.in(0).shape, &table = call.in(1).shape;
  const auto depth = static_cast<std::size_t>(table.back()), batch = static_cast<std::size_t>(op.batch_dims);
  pick(call, [&](const Index& index) {
    const auto rows = index.begin() + static_cast<std::ptrdiff_t>(table.size() - 1);
    Index entry(index.begin(), rows);
    entry.push_back(0);
    Index source(index.begin(), index.begin() + op.batch_dims);
    for (std::size_t k = 0; k < depth; ++k) {
      entry.back() = static_cast<std::int64_t>(k);
      const auto chosen = static_cast<std::int64_t>(call.x(1)[place_of(entry, table)]);
      source.push_back(chosen < 0 ? chosen + from[batch + k] : chosen);
    }
    source.insert(source.end(), rows, index.end());
    return source;
  });
}

// Operators whose output has the elements of one input, in order.
const Value* copied(const Call& call) {
  if (op_cast<SequenceLast>(call.op)) return call.inputs.back();
  if (op_cast<ReshapeLike>(call.op) || op_cast<Identity>(call.op) || op_cast<Constant>(call.op))
    return call.inputs[0];
  return nullptr;
}

}  // namespace

bool reference_movement(const Call& call) {
  if (const Value* value = copied(call)) return call.y() = value->numbers, true;
  if (const auto* op = op_cast<Concat>(call.op)) return concat(call, *op), true;
  if (const auto* op = op_cast<Split>(call.op)) return split(call, *op), true;
  if (const auto* op = op_cast<Transpose>(call.op)) return transpose(call, *op), true;
  if (const auto* op = op_cast<Slice>(call.op)) return slice(call, *op), true;
  if (const auto* op = op_cast<Pad>(call.op)) return pad(call, *op), true;
  if (op_cast<Expand>(call.op)) return expand(call), true;
  if (const auto* op = op_cast<Replicate>(call.op)) return replicate(call, *op), true;
  if (const auto* op = op_cast<Gather>(call.op)) return gather(call, *op), true;
  if (const auto* op = op_cast<GatherND>(call.op)) return gather_nd(call, *op), true;
  return false;
}

}  // namespace bricks::test
