// What a brick has to know of its surroundings to run as it does in its model, and nothing more.
//
// Layouts of its inputs and outputs, whether it may overwrite an input and where inputs lie decide how it is
// planned: they make a variant of a brick, a benchmark of its own. How much memory its model sweeps between
// two uses decides what it finds in the caches: a footprint, of which a variant has one for each model that
// uses it.
//
// A variant as text: inputs, "->", outputs; "!" marks an input that may be overwritten, "*" one that a Concat
// has to copy as it is part of something else: "blocked,blocked!->blocked".
#pragma once

#include "decompose/extract/last_touch.hpp"
#include "decompose/extract/wiring.hpp"
#include "engine/optimise/memory_parts.hpp"
#include "engine/plan/plan.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bricks {

class SequenceMemory;

struct Footprint {
  // Executions of the brick in one pass of the model: as many copies of its weights there are.
  std::uint64_t weight_copies = 0;
  // Float values as the model has them, not as an engine packs or pads them: an ISA packs its own way.
  std::uint64_t weight_bytes = 0;      // of all weights of the model
  std::uint64_t activation_bytes = 0;  // of the model's largest set of tensors alive together
  // From the beginning of the model's activations to the brick's first output, the first time that it runs.
  std::uint64_t output_place = 0;
  std::vector<Finding> findings = {};  // of all executions, the most frequent first; empty: not known
  std::uint64_t swept_bytes() const { return weight_bytes + activation_bytes; }
  bool operator==(const Footprint&) const = default;
  auto operator<=>(const Footprint&) const = default;
};

std::string variant_text(const PlanContext& variant);
// Throws Error for what is none.
PlanContext parse_variant(std::string_view text);

// Reads the contexts of a model's sequences.
class ContextReader {
 public:
  explicit ContextReader(const UnitGraph& model);
  ContextReader(const ContextReader&) = delete;
  ContextReader& operator=(const ContextReader&) = delete;

  PlanContext variant(Sequence sequence, const Wiring& wiring) const;

  // The model's; nothing in it is of a brick.
  Footprint footprint() const { return footprint_; }

  std::uint64_t output_place(const Wiring& wiring) const {
    return output_places_[static_cast<std::size_t>(root(wiring.outputs[0]))];
  }
  LastTouch last_touch(Sequence sequence, const Wiring& wiring) const {
    return last_touches_->read(sequence, wiring);
  }

 private:
  bool may_be_overwritten(TensorId id, Sequence sequence, const SequenceMemory& known) const;
  TensorId root(TensorId id) const { return parts_.root(id); }

  const UnitGraph& model_;
  MemoryParts parts_;
  ValueUses uses_;
  Footprint footprint_;
  std::vector<std::uint64_t> output_places_;  // of each root
  std::optional<LastTouchReader> last_touches_;
};

}  // namespace bricks
