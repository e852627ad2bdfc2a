#include "decompose/extract/sequence_memory.hpp"

#include <algorithm>

namespace bricks {
namespace {

bool contains(const std::vector<TensorId>& ids, TensorId id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// Adds either where the other one is there.
void add_both(std::vector<TensorId>& ids, TensorId a, TensorId b) {
  const bool has_a = contains(ids, a), has_b = contains(ids, b);
  if (has_a && !has_b) ids.push_back(b);
  if (has_b && !has_a) ids.push_back(a);
}

}  // namespace

template <class Visit>
void SequenceMemory::for_each_layer(Visit visit) const {
  for (std::uint32_t unit = sequence_.first; unit < sequence_.first + sequence_.count; ++unit)
    for (const LayerId layer : model_.units[unit].layers) visit(layer, unit);
}

std::uint32_t SequenceMemory::last_use(TensorId input) const {
  const std::vector<TensorId> ids = sharing(input);
  std::uint32_t last = 0;
  for_each_layer([&](LayerId layer, std::uint32_t unit) {
    for (const TensorId id : model_.graph->layer(layer).inputs)
      if (contains(ids, id)) last = unit;
  });
  return last;
}

// Until nothing is new: a whole tells of parts that were read before it was there.
std::vector<TensorId> SequenceMemory::sharing(TensorId input) const {
  std::vector<TensorId> ids = {input};
  for (std::size_t before = 0; before != ids.size();) {
    before = ids.size();
    for_each_layer([&](LayerId id, std::uint32_t) {
      const Layer& layer = model_.graph->layer(id);
      if (parts_.root(layer.outputs[0]) != layer.outputs[0]) add_both(ids, layer.inputs[0], layer.outputs[0]);
      for (const MemoryPart& part : parts_.of(id))
        if (!part.lies_elsewhere) add_both(ids, part.part, part.whole);
    });
  }
  return ids;
}

SequenceMemory::Taken SequenceMemory::concat(TensorId input) const {
  Taken taken;
  for_each_layer([&](LayerId layer, std::uint32_t) {
    for (const MemoryPart& part : parts_.of(layer))
      if (part.of == MemoryRun::Of::output && seen_from(part.part) == input)
        (part.lies_elsewhere ? taken.copies : taken.holds) = true;
  });
  return taken;
}

// The tensor whose memory a view shows, as far as views are in the sequence.
TensorId SequenceMemory::seen_from(TensorId id) const {
  for (;;) {
    const LayerId producer = model_.graph->tensor(id).producer;
    if (parts_.root(id) == id || producer == no_layer) return id;
    const std::uint32_t unit = model_.unit_of[static_cast<std::size_t>(producer)];
    if (unit < sequence_.first || unit >= sequence_.first + sequence_.count) return id;
    id = model_.graph->layer(producer).inputs[0];
  }
}

}  // namespace bricks
