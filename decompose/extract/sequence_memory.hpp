// What a sequence alone, without its model, can tell of the memory that its values share.
#pragma once

#include "decompose/split/sequences.hpp"
#include "engine/optimise/memory_parts.hpp"

#include <cstdint>
#include <vector>

namespace bricks {

class SequenceMemory {
 public:
  // parts: of the whole model. All have to outlive this.
  SequenceMemory(const UnitGraph& model, const MemoryParts& parts, Sequence sequence)
      : model_(model), parts_(parts), sequence_(sequence) {}

  // The last unit of the sequence that reads a value which is seen to share memory with an input.
  std::uint32_t last_use(TensorId input) const;

  // A Concat of the sequence has the input in its output.
  bool joins(TensorId input) const { return concat(input).holds; }
  // It would, if it did not have to copy it in the model.
  bool copies(TensorId input) const {
    const Taken taken = concat(input);
    return taken.copies && !taken.holds;
  }

 private:
  struct Taken {
    bool holds = false, copies = false;
  };
  Taken concat(TensorId input) const;
  std::vector<TensorId> sharing(TensorId input) const;
  TensorId seen_from(TensorId id) const;
  template <class Visit>
  void for_each_layer(Visit visit) const;

  const UnitGraph& model_;
  const MemoryParts& parts_;
  Sequence sequence_;
};

}  // namespace bricks
