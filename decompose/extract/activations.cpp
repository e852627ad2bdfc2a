#include "decompose/extract/activations.hpp"

#include "decompose/extract/suite_lanes.hpp"
#include "engine/plan/memory_planner.hpp"

#include <algorithm>

namespace bricks {
namespace {

class Placement {
 public:
  Placement(const UnitGraph& model, const MemoryParts& parts, const ValueUses& uses)
      : model_(model),
        graph_(*model.graph),
        parts_(parts),
        uses_(uses),
        block_of_(graph_.tensors.size(), none) {}

  Activations run() {
    for (const TensorId id : graph_.inputs) open(id, 0);
    for (std::size_t unit = 0; unit < model_.units.size(); ++unit) add_unit(unit);
    place_blocks(blocks_);
    Activations found{{}, most_alive(blocks_)};
    for (std::size_t i = 0; i < block_of_.size(); ++i)
      if (block_of_[i] != none) found.values.push_back({static_cast<TensorId>(i), blocks_[block_of_[i]]});
    return found;
  }

 private:
  static constexpr std::size_t none = ArenaBlock::itself;

  std::size_t& block_of(TensorId id) { return block_of_[static_cast<std::size_t>(parts_.root(id))]; }
  std::size_t bytes(TensorId id) const {
    return tensor_bytes(graph_.tensor(id), model_.layout(id), suite_lanes);
  }

  int last_use(TensorId id) const {
    return static_cast<int>(uses_.is_kept(id) ? model_.units.size() : uses_.last_use(id));
  }

  void open(TensorId id, std::size_t unit) {
    block_of(id) = blocks_.size();
    blocks_.push_back({bytes(id), static_cast<int>(unit), last_use(id)});
  }

  void add_unit(std::size_t unit) {
    const std::vector<LayerId>& layers = model_.units[unit].layers;
    for (const LayerId layer : layers)
      for (const TensorId id : graph_.layer(layer).outputs)
        if (parts_.root(id) == id && (uses_.is_kept(id) || uses_.last_use(id) > unit)) add_output(id, unit);
    for (const MemoryPart& part : parts_.of(model_.units[unit].first())) {
      const std::size_t inner = block_of(part.part), outer = block_of(part.whole);
      if (inner != none && outer != none && !part.lies_elsewhere &&
          fits(graph_, model_.layouts, part, suite_lanes))
        lay_within(blocks_, inner, outer, part.offset);
    }
  }

  void add_output(TensorId id, std::size_t unit) {
    const TensorId taken = overwritten(id, unit);
    if (taken == no_tensor) return open(id, unit);
    block_of(id) = block_of(taken);
    blocks_[block_of(id)].last = last_use(id);
  }

  TensorId overwritten(TensorId output, std::size_t unit) {
    TensorId found = no_tensor;
    for_each_unit_input(model_, unit, [&](TensorId id) {
      if (found == no_tensor && block_of(id) != none && uses_.last_use_of_family(id) == unit &&
          !uses_.is_family_kept(id) && !parts_.is_part(id) && bytes(id) == bytes(output) &&
          uses_.could_overwrite(unit, id))
        found = id;
    });
    return found;
  }

  const UnitGraph& model_;
  const Graph& graph_;
  const MemoryParts& parts_;
  const ValueUses& uses_;
  std::vector<std::size_t> block_of_;  // of each root
  std::vector<ArenaBlock> blocks_;
};

}  // namespace

Activations place_activations(const UnitGraph& model, const MemoryParts& parts, const ValueUses& uses) {
  return Placement(model, parts, uses).run();
}

}  // namespace bricks
