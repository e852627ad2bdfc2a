// The weights that a brick has where it occurs in a model.
#pragma once

#include "decompose/extract/wiring.hpp"
#include "engine/weights/weights.hpp"

#include <cstddef>
#include <vector>

namespace bricks {

class OccurrenceWeights final : public Weights {
 public:
  // wiring: the occurrence's. All must outlive this.
  OccurrenceWeights(const Graph& model, const Wiring& wiring, Weights& model_weights)
      : model_(model), wiring_(wiring), model_weights_(model_weights) {}

  // A bias that this occurrence lacks, because only another one has it, is zero.
  const void* values(const Graph& brick, TensorId id) override;
  void release() override { model_weights_.release(); }

 private:
  const Graph& model_;
  const Wiring& wiring_;
  Weights& model_weights_;
  std::vector<std::byte> zeros_;
};

}  // namespace bricks
