// One model on the engine, layerwise and fused, against the scalar reference; and what its activations are
// like.
#pragma once

#include "engine/graph/graph.hpp"

#include <string>

namespace bricks::test {

struct ModelCheck {
  // Largest difference from the reference over all outputs, each relative to the largest value of its output.
  double layerwise_error = 0, fused_error = 0;
  // Root mean square of the outputs of convolutions, linear layers and normalisations, and where it is.
  double lowest_rms = 0, highest_rms = 0;
  std::string lowest_layer, highest_layer;
  // Of all activations: infinite or not a number; not zero but smaller than the smallest normal float.
  std::size_t not_finite = 0, denormal = 0;
};

// Synthetic weights and inputs of variance 1, from one seed.
ModelCheck check_model(const Graph& graph, int threads);

// What is wrong: an output more than 1e-4 of its largest value off, a root mean square below 0.1 or above 10,
// an activation that is not finite or denormal; empty where nothing is.
std::string complaint(const ModelCheck& check);
// All figures in one line.
std::string figures(const ModelCheck& check);

}  // namespace bricks::test
