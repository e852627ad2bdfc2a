#include "bench/commands/backend.hpp"
#include "bench/commands/interrupt.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/compare/backend_bricks.hpp"
#include "bench/report/text.hpp"
#include "bench/session/compose_report.hpp"
#include "bench/session/groups.hpp"
#include "bench/session/surroundings.hpp"
#include "engine/error.hpp"

#include <algorithm>

namespace bricks {
namespace {

Surroundings surroundings_of(Progress& progress, const MeasureOptions& measure, SessionPart part = {}) {
  const std::string what = "measuring" + (measure.backend.empty() ? "" : " on " + measure.backend);
  return machine_surroundings(progress, what, was_interrupted, part);
}

SessionOptions session_options(const Suite& suite, const MeasureOptions& measure, ResultStore* store) {
  SessionOptions options;
  options.engine = engine_options(suite, measure);
  options.cache = measure.cache;
  options.seed = measure.seed;
  options.runs = measure.runs;
  options.count_disturbed = measure.count_disturbed;
  options.workers = measure.workers;
  options.trace = measure.trace;
  if (measure.rules) options.rules = read_rules(*measure.rules);
  if (store == nullptr) return options;
  options.known = store->known();
  options.system = store->system();
  options.store = [store](std::span<const BrickResult> results) { store->append(results); };
  return options;
}

// On whichever engine.
SessionResult measure_once(const Suite& suite, std::span<const BenchmarkId> ids,
                           std::span<const Graph* const> models, const MeasureOptions& measure,
                           const SessionOptions& options, const Surroundings& surroundings) {
  if (!measure.backend.empty()) return measure_on_backend(suite, ids, models, measure, options, surroundings);
  return measure_session(suite, ids, models, weights_source(measure), options, surroundings);
}

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

// Of the composed numbers of a group's models by every book: half the interval's width in percent, the
// largest of all.
double widest_interval(std::span<const RecipeBook* const> books, const MeasuringGroup& group,
                       const SessionResult& before, const SessionResult& so_far,
                       const SessionOptions& session) {
  SessionResult all = before;
  append(all, so_far);
  System system;
  system.workers = session.workers;
  const SystemResults results = results_of(all, system);
  ComposeOptions options;
  options.workers = session.workers;
  options.rules = session.rules;
  options.passes = {
      .seed = session.seed, .passes = 200, .neighbours = 4, .resamples = 50, .resample_passes = 100};
  double widest = 0;
  for (const RecipeBook* book : books)
    for (const std::size_t model : group.models) {
      const ComposedModel composed = compose(*book, book->recipes[model], results, options);
      const PassStatistics& passes = composed.workers ? *composed.workers : composed.sequential;
      widest = std::max(widest, passes.interval_ns.half_width_percent(passes.trimmed_mean_ns));
    }
  return widest;
}

std::string memory_text(MemoryBound memory) {
  return memory ? megabytes(static_cast<double>(*memory)) : "what the largest one needs";
}

// With known results: first what is new; then, where the interval is still too wide, more of everything.
SessionResult measure_group(const Suite& suite, std::span<const BenchmarkId> ids,
                            std::span<const Graph* const> models, const MeasureOptions& measure,
                            const SessionOptions& options, const Surroundings& surroundings) {
  if (options.known == nullptr) return measure_once(suite, ids, models, measure, options, surroundings);
  SessionOptions fixed = options;
  fixed.precision_percent.reset();
  SessionResult result = measure_once(suite, ids, models, measure, fixed, surroundings);
  const double seconds = result.brick_seconds + result.model_seconds;
  if (result.interrupted || !options.precision_percent ||
      options.half_width_percent(result) <= *options.precision_percent)
    return result;
  const SystemResults known = results_of(result, options.system);
  SessionOptions further = options;
  further.known = &known;
  further.further = true;
  if (options.max_seconds > 0) further.max_seconds = std::max(0.001, options.max_seconds - seconds);
  SessionResult more = measure_once(suite, ids, {}, measure, further, surroundings);
  more.models = std::move(result.models);
  more.rounds.insert(more.rounds.begin(), result.rounds.begin(), result.rounds.end());
  more.brick_seconds += result.brick_seconds;
  more.model_seconds += result.model_seconds;
  more.saved_seconds = result.saved_seconds;
  more.fresh = std::move(result.fresh);
  return more;
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
      validate ? plan_groups_of_models(suite, book, bytes, measure.memory, last_level_bytes(describe_host()))
               : plan_groups(book, bytes, measure.memory);
  const RecipeBook* const books[] = {&book};
  return measure_groups(suite, groups, books, models, validate, measure, progress, notes, store);
}

SessionResult measure_groups(const Suite& suite, std::span<const MeasuringGroup> groups,
                             std::span<const RecipeBook* const> books, const std::vector<Graph>& models,
                             bool validate, const MeasureOptions& measure, Progress& progress,
                             std::vector<std::string>& notes, ResultStore* store) {
  SessionResult all;
  std::vector<std::vector<std::size_t>> models_of_groups;
  for (const MeasuringGroup& group : groups) models_of_groups.push_back(group.models);
  const std::vector<SessionPart> parts = session_parts(models_of_groups, *books.front());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const MeasuringGroup& group = groups[i];
    std::vector<const Graph*> whole;
    if (validate)
      for (const std::size_t model : group.models) whole.push_back(&models[model]);
    SessionOptions options = session_options(suite, measure, store);
    options.carousels = group.carousels;
    options.carousels_are_whole = !group.carousels.empty();
    options.precision_percent = measure.precision_percent;
    options.max_seconds =
        measure.max_seconds * static_cast<double>(group.models.size()) / static_cast<double>(models.size());
    options.half_width_percent = [&](const SessionResult& so_far) {
      return widest_interval(books, group, validate ? SessionResult() : all, so_far, options);
    };
    append(all, measure_group(suite, group.ids, whole, measure, options,
                              surroundings_of(progress, measure, parts[i])));
    if (all.interrupted) return all;
  }
  if (groups.size() > 1)
    notes.push_back(
        validate
            ? format("measured in %zu groups, each model beside its own bricks", groups.size())
            : format("measured in %zu groups, as all models together do not fit into %s; every brick in one",
                     groups.size(), memory_text(measure.memory).c_str()));
  if (all.too_noisy) notes.push_back("too noisy: the precision asked for was not reached");
  return all;
}

}  // namespace bricks
