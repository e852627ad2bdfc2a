#include "bench/commands/make_suite.hpp"

#include "decompose/suite/decomposer.hpp"

namespace bricks {

Suite decompose(const std::vector<Graph>& models, const DecomposeOptions& options) {
  Decomposer decomposer({options.execution, options.G, options.overlap});
  for (const Graph& model : models) decomposer.add(model.name, model);
  return decomposer.finish();
}

}  // namespace bricks
