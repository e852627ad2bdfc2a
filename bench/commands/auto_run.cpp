#include "bench/commands/auto_run.hpp"

#include "bench/commands/interrupt.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/commands/model_source.hpp"
#include "bench/commands/output.hpp"
#include "bench/evaluate/choose_granularity.hpp"
#include "bench/evaluate/granularity_session.hpp"
#include "bench/evaluate/session_plan.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <array>

namespace bricks {
namespace {

constexpr std::array<std::int64_t, 10> compared = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

void check(const RunOptions& options) {
  const auto refuse = [](bool given, const std::string& option, const std::string& expected) {
    if (given) throw Error("--G auto: found " + option + ", expected " + expected);
  };
  refuse(!options.validate.validate, "--no-validate", "whole models, whose errors it chooses by");
  refuse(options.decompose.overlap, "--overlap", "disjoint sequences");
  refuse(!options.measure.backend.empty(), "--backend", "our own engine");
  refuse(options.measure.parallel, "--execution-mode parallel", "sequential");
  refuse(options.trace.has_value(), "--trace", "one G, whose session it shows");
}

std::vector<MeasuringGroup> groups_of(const Granularities& cut, const std::vector<Graph>& models,
                                      const MeasureOptions& measure, const Host& host) {
  const EngineOptions engine = engine_options(cut.all, measure);
  const std::size_t cache = own_last_level_bytes(host);
  std::vector<MeasuringGroup> groups;
  for (EvaluationGroup& group : plan_groups(cut, plan_bytes(cut, models, engine), measure.memory, cache)) {
    std::vector<Carousel> carousels = plan_carousels(cut, group, cache);
    groups.push_back({std::move(group.models), {}, std::move(carousels)});
  }
  return groups;
}

GranularityChoice choose(const SessionResult& session, const Granularities& cut, const Report& report,
                         Progress& progress) {
  progress.begin("composing");
  PassOptions passes;
  passes.seed = report.settings.seed;
  return choose_granularity(
      evaluate(stored_run(session, system_of(report)), cut, passes, [&](double done) { progress.at(done); }));
}

}  // namespace

ExitStatus run_auto_G(RunOptions options) {
  check(options);
  check_writable(options.output);
  const std::vector<Graph> models = load_models(options.models);
  choose_precision(options.measure, models.size() * compared.size());
  Report report;
  report.host = describe_host();
  report.settings = settings_of(options);
  Progress progress = terminal_progress();
  report.tuning = find_tuning(options.tune, models,
                              engine_options(options.decompose.execution, options.measure), progress);
  progress.begin("cutting models");
  const Granularities cut = cut_at(models, options.decompose.execution, compared, table_of(report.tuning));
  std::vector<const RecipeBook*> books;
  for (const Granularity& granularity : cut.each) books.push_back(&granularity.book);
  const std::vector<MeasuringGroup> groups = groups_of(cut, models, options.measure, report.host);

  const std::unique_ptr<ResultStore> store = open_store(options.measure, report);
  watch_interrupts();
  SessionResult session = measure_groups(cut.all, groups, books, models, true, options.measure, progress,
                                         report.notes, store.get());
  if (session.interrupted) return end_interrupted(progress, resuming_line_of(options));
  if (store) report.store = store_report(*store, session);
  keep_first_reports(session);
  report.granularities = choose(session, cut, report, progress);
  report.settings.G = report.granularities->chosen;
  const Granularity& chosen = *std::ranges::find(cut.each, report.settings.G, &Granularity::G);
  return finish_run(report, {models, chosen.suite, chosen.book, part_of(session, chosen)}, options, progress);
}

}  // namespace bricks
