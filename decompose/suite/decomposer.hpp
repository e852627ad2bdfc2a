// Models in, suite out. A model's graph is needed while it is added and not thereafter: memory grows with the
// unique bricks and with the recipes alone.
#pragma once

#include "decompose/identity/word_interner.hpp"
#include "decompose/suite/suite.hpp"

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

namespace bricks {

class Decomposer {
 public:
  // Throws Error for a granularity below 1.
  explicit Decomposer(const SuiteOptions& options);

  // name: what the model is called in its recipe. Throws Error for a name that was added before.
  void add(const std::string& name, const Graph& model);

  // The suite of all models added, in the order in which they were added; bricks in an order that does not
  // depend on it.
  Suite finish();

  std::size_t unique_layers() const { return layers_.size(); }

 private:
  class ModelReader;
  struct Place {
    std::uint32_t brick, variant;
  };

  std::uint32_t layer_id(const Graph& graph, LayerId layer);

  Suite suite_;
  WordInterner layers_, bricks_, variants_;
  std::vector<Place> places_;  // of every variant
  std::unordered_set<std::string> names_;
  std::vector<std::uint64_t> words_;  // scratch
};

}  // namespace bricks
