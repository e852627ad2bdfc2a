// Until when a model needs its values, and what may be overwritten.
#pragma once

#include "decompose/split/unit_graph.hpp"
#include "engine/optimise/memory_parts.hpp"

#include <cstdint>
#include <vector>

namespace bricks {

class ValueUses {
 public:
  // Both have to outlive this.
  ValueUses(const UnitGraph& model, const MemoryParts& parts);

  // The last unit that reads the value's memory, as itself or through views; 0 where none does.
  std::uint32_t last_use(TensorId id) const { return last_use_[index(parts_.root(id))]; }
  // The model's inputs and outputs, which nobody overwrites.
  bool is_kept(TensorId id) const { return kept_[index(parts_.root(id))]; }
  // The same of all that may share memory.
  std::uint32_t last_use_of_family(TensorId id) const {
    return last_use_of_family_[index(parts_.family(id))];
  }
  bool is_family_kept(TensorId id) const { return kept_family_[index(parts_.family(id))]; }

  // Whether the unit's output may take the place of this input of it, once nobody else needs that: both have
  // the same type, shape and layout, no other input shares the memory, and the operator works in place.
  bool could_overwrite(std::size_t unit, TensorId id) const;

 private:
  static std::size_t index(TensorId id) { return static_cast<std::size_t>(id); }

  const UnitGraph& model_;
  const MemoryParts& parts_;
  std::vector<std::uint32_t> last_use_;  // of each root
  std::vector<bool> kept_;
  std::vector<std::uint32_t> last_use_of_family_;
  std::vector<bool> kept_family_;
};

}  // namespace bricks
