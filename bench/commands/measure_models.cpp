#include "bench/commands/measure_once.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/compare/backend_bricks.hpp"
#include "bench/session/groups.hpp"
#include "engine/error.hpp"

#include <algorithm>

namespace bricks {
namespace {

// At most.
std::size_t bricks_a_weight(std::size_t units, const SuiteOptions& cut) {
  return cut.overlap ? std::min(units, static_cast<std::size_t>(cut.granularity)) : 1;
}

// A model and its bricks: each at most the packed weights once, those of overlapping bricks up to G times,
// and an arena.
std::size_t model_bytes(const Graph& model, const EngineOptions& engine, const SuiteOptions& cut) {
  const Plan plan = within("model " + model.name, [&] { return make_plan(model, plan_options(engine)); });
  return (1 + bricks_a_weight(plan.units.size(), cut)) * plan.packed_bytes + 2 * plan.arena_bytes;
}

std::vector<std::size_t> model_bytes(const std::vector<Graph>& models, const Suite& suite,
                                     const MeasureOptions& measure) {
  const SuiteOptions& cut = suite.options;
  std::vector<std::size_t> bytes;
  for (const Graph& model : models)
    bytes.push_back(measure.backend.empty()
                        ? model_bytes(model, engine_options(suite, measure), cut)
                        : bench::session_bytes(model, bricks_a_weight(model.layers.size(), cut)));
  return bytes;
}

}  // namespace

SessionResult measure_suite(const Suite& suite, const MeasureOptions& measure, Progress& progress,
                            ResultStore* store) {
  progress.begin("preparing");
  return measure_once(suite, all_benchmarks(suite), {}, measure, session_options(suite, measure, store),
                      surroundings_of(progress, measure));
}

SessionResult measure_carousels(const Suite& suite, std::vector<Carousel> carousels,
                                const MeasureOptions& measure, Progress& progress, ResultStore& store) {
  progress.begin("preparing");
  SessionOptions options = session_options(suite, measure, &store);
  options.known = nullptr;
  options.carousels = std::move(carousels);
  return measure_once(suite, {}, {}, measure, options, surroundings_of(progress, measure));
}

SessionResult measure_models(const Suite& suite, const RecipeBook& book, const std::vector<Graph>& models,
                             bool validate, const MeasureOptions& measure, Progress& progress,
                             std::vector<std::string>& notes, ResultStore* store) {
  progress.begin("preparing");
  const std::vector<std::size_t> bytes = model_bytes(models, suite, measure);
  const std::vector<MeasuringGroup> groups =
      validate
          ? plan_groups_of_models(suite, book, bytes, measure.memory, own_last_level_bytes(describe_host()))
          : plan_groups(book, bytes, measure.memory);
  const RecipeBook* const books[] = {&book};
  return measure_groups(suite, groups, books, models, validate, measure, progress, notes, store);
}

}  // namespace bricks
