#include "decompose/extract/last_touch.hpp"

#include "decompose/extract/scratch_use.hpp"
#include "decompose/extract/suite_lanes.hpp"
#include "decompose/extract/value_of_name.hpp"
#include "engine/plan/memory_planner.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

namespace bricks {
namespace {

bool overlap(const ArenaBlock& a, const ArenaBlock& b) {
  return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

constexpr std::array<std::string_view, toucher_count> toucher_names = {"own", "foreign", "taken", "lent",
                                                                       "shared"};

// What units go over until one core of two has lost what it wrote: half of it each, weights both. Of second
// levels of 1 MiB: squeezenet_v1.1's Pad of 0.86 MB (1.36 MB gone over) has lost a quarter of it to the pool
// that reads it, its first Concat (1.43 MB) nearly all to the convolution behind it.
constexpr std::uint64_t second_level_bytes = 1'400'000;

bool covers(const ArenaBlock& block, std::size_t place) {
  return block.offset <= place && place < block.offset + block.bytes;
}

// Bytes of a tensor of which the first half is the first worker's, over and over; maps of two dimensions have
// rows.
std::size_t period_of(const UnitGraph& model, TensorId id, Spread spread) {
  const Tensor& tensor = model.graph->tensor(id);
  const std::size_t rank = tensor.shape.size();
  if (spread != Spread::rows || rank < 4) return tensor_bytes(tensor, model.layout(id), suite_lanes);
  return static_cast<std::size_t>(tensor.shape[rank - 2] * tensor.shape[rank - 1]) *
         element_bytes(tensor.type) * (model.layout(id) == Layout::blocked ? std::size_t{suite_lanes} : 1);
}

// What it reads and writes, weights too.
std::uint64_t unit_bytes(const UnitGraph& model, std::size_t unit) {
  const Graph& graph = *model.graph;
  const auto bytes = [&](TensorId id) { return tensor_bytes(graph.tensor(id), Layout::plain, 1); };
  const std::vector<LayerId>& layers = model.units[unit].layers;
  std::uint64_t all = bytes(graph.layer(layers.back()).outputs[0]);
  for_each_unit_input(model, unit, [&](TensorId id) { all += bytes(id); });
  for (const LayerId layer : layers)
    for (const TensorId id : graph.layer(layer).inputs)
      if (id != no_tensor && graph.tensor(id).weight) all += bytes(id);
  return all;
}

std::uint64_t unit_macs(const UnitGraph& model, std::size_t unit) {
  std::int64_t all = 0;
  for (const LayerId layer : model.units[unit].layers)
    all += layer_macs(*model.graph, model.graph->layer(layer));
  return static_cast<std::uint64_t>(all);
}

}  // namespace

std::string_view toucher_name(Toucher toucher) { return toucher_names[static_cast<std::size_t>(toucher)]; }

Toucher toucher_from_name(std::string_view name) { return value_of_name<Toucher>(toucher_names, name); }

LastTouchReader::LastTouchReader(const UnitGraph& model, const MemoryParts& parts,
                                 std::vector<Activation> values)
    : model_(model), parts_(parts), touches_(model.graph->tensors.size()), values_(std::move(values)) {
  bytes_before_.assign(1, 0);
  macs_before_.assign(1, 0);
  for (std::size_t unit = 0; unit < model.units.size(); ++unit) {
    const bool runs = add_unit(unit);
    bytes_before_.push_back(bytes_before_.back() + (runs ? unit_bytes(model, unit) : 0));
    macs_before_.push_back(macs_before_.back() + unit_macs(model, unit));
    scratch_bytes_.push_back(scratch_bytes(model, unit));
  }
}

LastTouch LastTouchReader::read(Sequence sequence, const Wiring& wiring) const {
  LastTouch found;
  for (const TensorId id : wiring.inputs) found.inputs.push_back(find_input(id, sequence.first));
  for (const TensorId id : wiring.outputs) found.outputs.push_back(find_output(id, sequence.first));
  found.scratch = find_scratch(sequence);
  return found;
}

bool LastTouchReader::add_unit(std::size_t unit) {
  const std::vector<LayerId>& layers = model_.units[unit].layers;
  if (add_parts(model_.units[unit].first(), unit)) return false;
  for_each_unit_input(model_, unit, [&](TensorId id) {
    touches(id).push_back(touch(id, unit, read_spread(model_, unit, id)));
  });
  const Spread written = shares_each_part(unit) ? Spread::rows : written_spread(model_, unit);
  bool writes = false;
  for (const LayerId layer : layers)
    for (const TensorId id : model_.graph->layer(layer).outputs)
      if (parts_.root(id) == id) touches(id) = {touch(id, unit, written)}, writes = true;
  return writes;
}

// Workers that copy channels into a tensor have some of each part (engine/ops/channel_moves.cpp).
bool LastTouchReader::shares_each_part(std::size_t unit) const {
  const Layer& layer = model_.graph->layer(model_.units[unit].first());
  return layer.op->type() == "Concat" && model_.layout(layer.outputs[0]) == Layout::blocked;
}

LastTouchReader::Touch LastTouchReader::touch(TensorId id, std::size_t unit, Spread how) const {
  return {unit, how, period_of(model_, parts_.root(id), how), unit};
}

// What is put together or taken apart in its place is as it was; of several parts the first one counts.
bool LastTouchReader::add_parts(LayerId layer, std::size_t unit) {
  const std::span<const MemoryPart> parts = parts_.of(layer);
  const auto copied = [&](const MemoryPart& part) {
    return part.lies_elsewhere || !fits(*model_.graph, model_.layouts, part, suite_lanes);
  };
  if (parts.empty() || std::ranges::any_of(parts, copied)) return false;
  for (const MemoryPart& part : parts) {
    const bool joins = part.of == MemoryRun::Of::output;
    const TensorId from = joins ? part.part : part.whole, to = joins ? part.whole : part.part;
    const std::size_t begin = touches(from).empty() ? unit : touches(from).back().begin;
    if (!touches(to).empty()) {
      if (joins) touches(to).back().begin = std::max(touches(to).back().begin, begin);
      continue;
    }
    const InputTouch as = left(touches(from));
    touches(to) = {touch(to, unit, as.written), touch(to, unit, as.read)};
    touches(to).back().begin = begin;
  }
  return true;
}

std::span<const LastTouchReader::Touch> LastTouchReader::touches_before(TensorId id, std::size_t unit) const {
  const std::span<const Touch> all = touches(id);
  const auto after = std::ranges::lower_bound(all, unit, {}, &Touch::unit);
  return after == all.begin() ? all : all.first(static_cast<std::size_t>(after - all.begin()));
}

// Who reads all leaves it to all, whatever others read.
InputTouch LastTouchReader::left(std::span<const Touch> touches) {
  if (touches.empty()) return {Spread::pieces, Spread::pieces};
  InputTouch left{touches.front().how, touches.front().how};
  for (const Touch& touch : touches)
    if (touch.how != left.written && left.read != Spread::shared) left.read = touch.how;
  return left;
}

InputTouch LastTouchReader::find_input(TensorId id, std::size_t unit) const {
  const std::span<const Touch> touches = touches_before(id, unit);
  InputTouch input = left(touches);
  input.memory_age_bytes = memory_age_bytes(id);
  if (touches.empty()) return input;
  const std::size_t last = touches.back().begin;
  const auto since = [&](const std::vector<std::uint64_t>& before) {
    return before[unit] - before[last] + (last < unit ? 0 : before.back());
  };
  const std::uint64_t own = tensor_bytes(model_.graph->tensor(id), Layout::plain, 1);
  const std::uint64_t all = since(bytes_before_);
  input.macs_since = std::bit_floor(since(macs_before_));
  input.bytes_since = std::bit_floor(all - std::min(own, all));
  return input;
}

std::optional<std::uint64_t> LastTouchReader::memory_age_bytes(TensorId input) const {
  const Touches& touched = touches(input);
  if (touched.empty() || model_.graph->tensor(parts_.root(input)).producer == no_layer) return {};
  std::vector<TouchedRun> parts = find_parts(input, touched.front().unit);
  if (parts.empty()) return {};
  const auto middle = parts.begin() + static_cast<std::ptrdiff_t>(parts.size() / 2);
  std::ranges::nth_element(parts, middle, {}, &TouchedRun::age_bytes);
  return middle->age_bytes;
}

std::optional<std::size_t> LastTouchReader::last_scratch_user(std::size_t unit, std::uint64_t bytes) const {
  for (std::size_t back = 1; back <= scratch_bytes_.size(); ++back) {
    const std::size_t other = (unit + scratch_bytes_.size() - back) % scratch_bytes_.size();
    if (scratch_bytes_[other] > bytes) return other;
  }
  return {};
}

// What units use begins where scratch memory does. How old the rest is, is told by its middle.
ScratchTouch LastTouchReader::find_scratch(Sequence sequence) const {
  const std::optional<std::size_t> last = last_scratch_user(sequence.first, 0);
  if (!last) return {};
  std::uint64_t own = other_scratch_bytes;
  for (std::size_t i = 0; i < sequence.count; ++i) own = std::max(own, scratch_bytes_[sequence.first + i]);
  const bool just_before = bytes_between(*last, sequence.first) == 0;
  const std::uint64_t in_use = just_before ? std::min(own, scratch_bytes_[*last]) : 0;
  ScratchTouch found{.in_use_percent = 100 * in_use / own};
  if (in_use == own) return found;
  const auto rest = last_scratch_user(sequence.first, (in_use + own) / 2);
  if (rest) found.age_bytes = std::bit_floor(bytes_between(*rest, sequence.first));
  return found;
}

// What came before something that covers all of it no longer shows.
std::vector<LastTouchReader::Before> LastTouchReader::before(const ArenaBlock& memory,
                                                             std::size_t unit) const {
  std::vector<Before> found;
  std::uint64_t covered = std::numeric_limits<std::uint64_t>::max();
  for (const Activation& value : values_) {
    if (!overlap(value.memory, memory)) continue;
    const std::span<const Touch> touches = touches_before(value.root, unit);
    if (touches.empty()) continue;
    const std::uint64_t age = bytes_between(touches.back().unit, unit);
    if (age > covered) continue;
    found.push_back({age, &value, touches});
    if (covers(value.memory, memory.offset) && covers(value.memory, memory.offset + memory.bytes - 1))
      covered = age;
  }
  std::erase_if(found, [&](const Before& each) { return each.age_bytes > covered; });
  const auto order = [](const Before& each) { return std::pair(each.age_bytes, each.value); };
  std::ranges::sort(found, {}, order);
  return found;
}

// Of two workers, a bit each.
unsigned LastTouchReader::workers_of(const Touch& touch, std::size_t at) {
  if (touch.how == Spread::shared) return 3;
  return touch.how == Spread::first || 2 * (at % touch.period) < touch.period ? 1 : 2;
}

// touches: the first one writes. Who reads together with the one that wrote comes behind it, as that one has
// the bytes.
Toucher LastTouchReader::toucher(std::span<const Touch> touches, std::size_t at, unsigned writer) const {
  const Touch& written = touches.front();
  const unsigned wrote = workers_of(written, at);
  bool is_lent = false, was_read_back = false;
  for (const Touch& touch : touches.subspan(1)) {
    const unsigned reads = workers_of(touch, at);
    if (is_lent && (reads & wrote) != 0) return Toucher::shared;
    is_lent |= (reads & ~wrote) != 0;
    if (is_lent && was_read_back) return Toucher::shared;
    was_read_back |= reads == wrote && reads_back(written, touch);
  }
  if (wrote == writer) return is_lent ? Toucher::lent : Toucher::own;
  if (is_lent) return Toucher::taken;
  return was_read_back ? Toucher::lent : Toucher::foreign;
}

bool LastTouchReader::reads_back(const Touch& written, const Touch& read) const {
  const auto half = [&](std::size_t unit) { return (bytes_before_[unit + 1] - bytes_before_[unit]) / 2; };
  return half(written.begin) + bytes_between(written.begin, read.unit) + half(read.unit) >=
         second_level_bytes;
}

std::vector<TouchedRun> LastTouchReader::find_parts(TensorId id, std::size_t unit) const {
  const TensorId root = parts_.root(id);
  const auto value = std::ranges::find(values_, root, &Activation::root);
  if (value == values_.end() || value->memory.bytes == 0 || touches(root).empty()) return {};
  const Touch& written = touches(root).front();
  const std::vector<Before> earlier = before(value->memory, unit);
  std::vector<TouchedRun> parts;
  for (std::uint64_t i = 0; i < output_parts; ++i) {
    const std::size_t at = value->memory.bytes * i / output_parts, place = value->memory.offset + at;
    const Before& last =
        *std::ranges::find_if(earlier, [&](const Before& each) { return covers(each.value->memory, place); });
    const Toucher by = toucher(last.touches, place - last.value->memory.offset, workers_of(written, at));
    parts.push_back({1, by, std::bit_floor(last.age_bytes)});
  }
  return parts;
}

std::optional<OutputTouch> LastTouchReader::find_output(TensorId id, std::size_t unit) const {
  const std::vector<TouchedRun> parts = find_parts(id, unit);
  if (parts.empty()) return {};
  OutputTouch found{touches(id).front().how, {parts.front()}};
  for (const TouchedRun& part : std::span(parts).subspan(1)) {
    TouchedRun& run = found.runs.back();
    if (part.by == run.by && part.age_bytes == run.age_bytes)
      ++run.parts;
    else
      found.runs.push_back(part);
  }
  return found;
}

std::uint64_t LastTouchReader::bytes_between(std::size_t from, std::size_t to) const {
  const std::uint64_t begin = bytes_before_[from + 1], end = bytes_before_[to];
  return from < to ? end - begin : bytes_before_.back() - begin + end;
}

}  // namespace bricks
