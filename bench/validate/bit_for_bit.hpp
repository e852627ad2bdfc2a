// Does every brick give what its model gives? The model runs unit by unit; each of its sequences, which may
// overlap, is run a second time as the brick that stands for it, on the tensors and weights that the sequence
// has in the model, and both results are compared bit for bit.
#pragma once

#include "bench/session/benchmarks.hpp"
#include "bench/session/model_run.hpp"
#include "decompose/suite/suite.hpp"

#include <cstddef>
#include <string>

namespace bricks {

struct BrickCheck {
  std::size_t sequences = 0, different = 0;
  std::size_t borrowing = 0;  // sequences that ran on their model's packed weights (borrow.hpp)
  std::string
      first_difference;  // "sequence 3 (units 7 to 8), brick ..., output 0"; empty where there is none
};

// recipe: the model's in the suite. weights: the model's.
BrickCheck check_bricks(const Graph& model, const Suite& suite, const Recipe& recipe,
                        const EngineOptions& options, Weights& weights);

}  // namespace bricks
