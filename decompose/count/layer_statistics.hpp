// How much layers repeat within and across models: Figures 5, 6 and 7 of the DLBricks paper. Two layers are
// the same if operator type, attributes, and types and shapes of their inputs are (identity/layer_words.hpp).
#pragma once

#include "decompose/identity/word_interner.hpp"
#include "engine/graph/graph.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace bricks {

struct TypeCount {
  std::size_t layers = 0;
  std::size_t unique = 0;
  std::size_t repeated = 0;  // layers that are the same as an earlier layer of the model: layers - unique
};

struct ModelLayers {
  std::string model;
  std::size_t layers = 0;
  std::vector<std::uint32_t> unique;       // numbers of its different layers, sorted
  std::map<std::string, TypeCount> types;  // by operator type
};

class LayerStatistics {
 public:
  void add(const std::string& model, const Graph& graph);

  const std::vector<ModelLayers>& models() const { return models_; }
  std::size_t layers() const { return layers_; }
  // Different ones over all models.
  std::size_t unique_layers() const { return interner_.size(); }
  // Layers that both models have, over layers that either has (different ones, each counted once).
  double jaccard(std::size_t model, std::size_t other) const;

 private:
  WordInterner interner_;
  std::vector<ModelLayers> models_;
  std::size_t layers_ = 0;
};

}  // namespace bricks
