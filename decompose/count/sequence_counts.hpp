// Numbers of sequences and unique sequences without making bricks: for the published chain rule, whose chains
// need not exist in a model and cannot run.
#pragma once

#include "decompose/identity/word_interner.hpp"
#include "decompose/split/sequences.hpp"

#include <cstdint>

namespace bricks {

struct SequenceCounts {
  std::size_t layers = 0;
  std::size_t sequences = 0;
  std::size_t unique = 0;
};

// Splits models layer by layer with the published rule; two sequences are the same if they have the same
// layers (identity/layer_words.hpp) in the same order.
class PublishedCounter {
 public:
  explicit PublishedCounter(std::int64_t granularity) : granularity_(granularity) {}

  // The model's own counts. Throws Error for a granularity below 1.
  SequenceCounts add(const Graph& model);

  // Of all models added: unique across them.
  const SequenceCounts& total() const { return total_; }

 private:
  std::int64_t granularity_;
  WordInterner layers_, sequences_;
  SequenceCounts total_;
};

}  // namespace bricks
