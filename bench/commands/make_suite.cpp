#include "bench/commands/make_suite.hpp"

#include "decompose/suite/decomposer.hpp"
#include "decompose/suite/plain_variants.hpp"

namespace bricks {

Suite decompose(const std::vector<Graph>& models, const DecomposeOptions& options,
                std::shared_ptr<const Tuning> tuning) {
  Decomposer decomposer({options.execution, options.G, options.overlap});
  for (const Graph& model : models) decomposer.add(model.name, model);
  Suite suite = decomposer.finish();
  suite.tuning = std::move(tuning);
  return options.backend.empty() ? suite : with_plain_variants(std::move(suite));
}

}  // namespace bricks
