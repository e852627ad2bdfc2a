// What a sequence consists of: its layers in running order, the values that it gets from outside and gives to
// outside.
#pragma once

#include "decompose/split/sequences.hpp"

#include <cstdint>
#include <vector>

namespace bricks {

struct Wiring {
  std::vector<LayerId> layers;
  std::vector<TensorId> inputs;   // data inputs, by first use
  std::vector<TensorId> outputs;  // by layer; those needed elsewhere, or else the last layer's
  // One entry for each identity input (layer_words.hpp) of each layer in turn: what is wired to it, equal for
  // equal wirings. Then one entry for each output.
  std::vector<std::uint64_t> words;
};

// Reads one sequence after another of the same model in time linear in their layers' inputs and outputs.
class WiringReader {
 public:
  explicit WiringReader(const UnitGraph& model);

  // The result is valid until the next call.
  const Wiring& read(Sequence sequence);

 private:
  std::uint64_t word(TensorId id);
  bool is_needed_outside(TensorId id, Sequence sequence) const;

  const UnitGraph& model_;
  Wiring wiring_;
  // A tensor's number in the sequence that is being read, where stamp_ says that it is of this sequence.
  std::vector<std::uint64_t> number_;
  std::vector<std::uint32_t> stamp_;
  std::uint32_t reading_ = 0;
  std::uint64_t inputs_ = 0, values_ = 0, weights_ = 0;
};

}  // namespace bricks
