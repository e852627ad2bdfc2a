#include "bench/commands/comparison.hpp"

#include "bench/commands/interrupt.hpp"
#include "bench/commands/make_suite.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/commands/model_source.hpp"
#include "bench/commands/settings.hpp"
#include "bench/compare/visit_watch.hpp"
#include "bench/compare/yardsticks.hpp"
#include "bench/report/atomic_file.hpp"
#include "bench/report/text.hpp"
#include "bench/session/benchmarks.hpp"
#include "decompose/identity/canonical_text.hpp"
#include "engine/error.hpp"
#include "engine/tuning/tuning_json.hpp"

#include <filesystem>
#include <memory>
#include <utility>

namespace bricks {
namespace {

using bench::Compared;
using bench::ModelFile;

// Of an engine's runs of a model or brick together. With four runs of a millisecond and no more, 49 of 361
// convolutions were slower than oneDNN's on a busy machine, of which 22 were so in the session before, too.
constexpr double least_seconds = 0.1;

// Half the 95 % interval of a ratio in percent, from which on a model comes again at the end: machines are
// busy for some minutes, which its own further visits do not outlast. Among fifty models inception_v3 was at
// 0.76 +- 60 % and vgg16 at 1.79 +- 24; in other sessions on that machine they were at 1.4 and 2.3.
constexpr double uncertain_percent = 15;
// After so many in a row that are as uncertain as before, the machine is taken to stay busy.
constexpr int most_uncertain_in_vain = 3;

void write(LoadedModel model, const std::string& path) { write_onnx_file(model.graph, *model.weights, path); }

// Those of the brick's first variant. An input is there for all runs of a visit, so none may be overwritten.
std::string layouts_of(const Brick& brick) {
  PlanContext context = brick.variants.front().context;
  context.input_may_be_overwritten.assign(context.input_may_be_overwritten.size(), false);
  return variant_text(context);
}

Compared compared_of(const Graph& model) {
  Compared one;
  one.name = model.name;
  one.macs = total_macs(model);
  return one;
}

Compared compared_of(const Brick& brick, std::size_t count) {
  Compared one;
  one.name = brick.text;
  one.operators = operators_text(brick.graph);
  if (!brick.graph.inputs.empty())
    one.input_shape = to_string(brick.graph.tensor(brick.graph.inputs[0]).shape);
  one.count = count;
  one.macs = total_macs(brick.graph);
  return one;
}

Compared failure(const std::string& name, const std::string& why) {
  Compared failed;
  failed.name = std::filesystem::path(name).stem().string();
  failed.ours.failure = why;
  return failed;
}

}  // namespace

Comparison::Comparison(const CompareOptions& options, ReportSettings settings)
    : options_(options), progress_(terminal_progress()) {
  report_.host = describe_host();
  report_.settings = std::move(settings);
  engines_.push_back(own_engine());
  for (const std::string& name : options.backends) find(name);
  if (options.floor) engines_.push_back(engines_.front());
  write({bench::do_nothing(), synthetic_weights(1)}, path_of("nothing"));
}

void Comparison::compare(const std::vector<std::string>& names, const std::function<void()>& kept) {
  const std::vector<SessionPart> parts = parts_of(names);
  progress_.begin("comparing " + names.front());
  const bool with_bricks = options_.G > 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    keep(names.size() == 1 ? compare(names[i], parts[i], with_bricks)
                           : compare_or_fail(names[i], parts[i], with_bricks));
    kept();
  }
  if (names.size() > 1) compare_uncertain_again(names, kept);
  end();
}

// With its table in a file that is there when an engine is started.
bench::EngineProgram Comparison::own_engine() {
  const EngineOptions engine = engine_options(options_.execution, options_.measure);
  report_.tuning = find_tuning(options_.tune, {}, engine, progress_);
  if (report_.tuning) write_table();
  return bench::own_engine(engine.execution, engine.isa, report_.tuning ? table_path() : "");
}

void Comparison::find(const std::string& backend) {
  const bench::EngineProgram program{backend, bench::find_backend(backend)};
  try {
    report_.versions[backend] = bench::BackendEngine(program, options_.measure.threads).version();
    report_.backends.push_back(backend);
    engines_.push_back(program);
  } catch (const Error& error) {
    std::string& why = report_.missing[backend] = error.what();
    if (why.find("install.sh") == std::string::npos)
      why += "; ./bench/backends/install.sh " + backend + " installs what it needs";
  }
}

void Comparison::tune(const Graph& model) {
  if (!report_.tuning || !report_.tuning->seconds) return;
  TuningReport& tuning = *report_.tuning;
  auto table = std::make_shared<Tuning>(*tuning.table);
  Progress of_this_model = terminal_progress();
  *tuning.seconds += measure_table(*table, {&model, 1}, engine_options(options_.execution, options_.measure),
                                   options_.tune, of_this_model);
  tuning.table = std::move(table);
  write_table();
}

std::string Comparison::table_path() const { return (folder_.path() / "tuning.json").string(); }
void Comparison::write_table() const { write_atomically(table_path(), tuning_text(*report_.tuning->table)); }

std::string Comparison::path_of(const std::string& name) const {
  return (folder_.path() / (name + ".onnx")).string();
}

LoadedModel Comparison::load(const std::string& name) const {
  LoadOptions load;
  load.model = name;
  load.shapes = options_.shapes;
  load.seed = options_.measure.seed;
  LoadedModel model = load_model(load);
  if (names_a_file(name)) model.graph.name = std::filesystem::path(name).stem().string();
  if (options_.models.batch != 1) model.graph = with_batch(model.graph, options_.models.batch);
  return model;
}

// One that cannot be read has hardly any share of the time. A single one, all of it, is not read for that.
std::vector<SessionPart> Comparison::parts_of(const std::vector<std::string>& names) const {
  if (names.size() == 1) return {SessionPart{}};
  std::vector<double> macs;
  for (const std::string& name : names) {
    try {
      macs.push_back(static_cast<double>(total_macs(load(name).graph)));
    } catch (const Error&) {
      macs.push_back(0);
    }
  }
  return session_parts(macs);
}

std::vector<Compared> Comparison::compare_or_fail(const std::string& name, SessionPart part,
                                                  bool with_bricks) {
  try {
    return compare(name, part, with_bricks);
  } catch (const Error& error) {
    return {failure(name, error.what())};
  }
}

std::vector<Compared> Comparison::compare(const std::string& name, SessionPart part, bool with_bricks) {
  LoadedModel model = load(name);
  tune(model.graph);
  std::vector<Compared> known{compared_of(model.graph)};
  std::vector<ModelFile> files{{path_of("nothing")}, {path_of("model")}};
  if (with_bricks) add_bricks(model.graph, files, known);
  write(std::move(model), files[1].path);
  return run(name, files, std::move(known), part);
}

void Comparison::keep(std::vector<Compared> all) {
  report_.models.push_back(std::move(all[0]));
  for (std::size_t i = 1; i < all.size(); ++i) {
    brick_index_[all[i].name] = report_.bricks.size();
    report_.bricks.push_back(std::move(all[i]));
  }
}

void Comparison::compare_uncertain_again(const std::vector<std::string>& names,
                                         const std::function<void()>& kept) {
  std::vector<std::size_t> uncertain;
  std::vector<double> macs;
  for (std::size_t i = 0; i < report_.models.size(); ++i) {
    if (uncertainty_percent(report_.models[i]).value_or(0) <= uncertain_percent) continue;
    uncertain.push_back(i);
    macs.push_back(static_cast<double>(report_.models[i].macs));
  }
  const std::vector<SessionPart> parts = session_parts(macs);
  if (!uncertain.empty()) progress_.begin("comparing again " + names[uncertain.front()]);
  int in_vain = 0;
  for (std::size_t i = 0; i < uncertain.size() && in_vain < most_uncertain_in_vain; ++i) {
    Compared& before = report_.models[uncertain[i]];
    Compared again = std::move(compare_or_fail(names[uncertain[i]], parts[i], false)[0]);
    const std::optional<double> percent = uncertainty_percent(again);
    in_vain = percent && *percent <= uncertain_percent ? 0 : in_vain + 1;
    if (percent && *percent < uncertainty_percent(before)) before = std::move(again);
    ++report_.compared_again;
    kept();
  }
}

void Comparison::add_bricks(const Graph& model, std::vector<ModelFile>& files, std::vector<Compared>& known) {
  const Suite suite = decompose({model}, {.execution = options_.execution, .G = options_.G, .backend = ""});
  std::vector<std::size_t> counts(suite.bricks.size());
  for (const RecipeStep& step : suite.recipes.front().steps) ++counts[step.brick];
  for (std::size_t i = 0; i < suite.bricks.size(); ++i) {
    const Brick& brick = suite.bricks[i];
    if (total_macs(brick.graph) < options_.least_macs) continue;
    if (const auto found = brick_index_.find(brick.text); found != brick_index_.end()) {
      report_.bricks[found->second].count += counts[i];
      continue;
    }
    files.push_back({path_of("brick" + std::to_string(i)), options_.own_layouts ? layouts_of(brick) : ""});
    write({brick.graph, synthetic_weights(options_.measure.seed)}, files.back().path);
    known.push_back(compared_of(brick, counts[i]));
  }
}

std::vector<Compared> Comparison::run(const std::string& name, const std::vector<ModelFile>& files,
                                      std::vector<Compared> known, SessionPart part) {
  progress_.rename("comparing " + name);
  const Surroundings surroundings =
      machine_surroundings(progress_, "comparing " + name, was_interrupted, part);
  // Each model has an order of its own: who comes behind whom must not be the same in all of them.
  const std::uint64_t seed = options_.measure.seed, order_seed = seed + text_hash(name);
  const int threads = options_.measure.threads;
  const bench::EnginesResult result = bench::run_engines(
      engines_, files, {threads, options_.measure.runs, least_seconds, seed, order_seed},
      bench::watching_visits(surroundings, choose_isa(options_.measure.isa_name), threads));
  if (result.interrupted) throw SessionInterrupted();
  report_.rounds.insert(report_.rounds.end(), result.rounds.begin(), result.rounds.end());
  for (std::size_t i = 0; i < known.size(); ++i) {
    Compared one = bench::compared(known[i].name, result.files[i + 1], result.files[0], report_.backends);
    known[i].ours = std::move(one.ours);
    known[i].theirs = std::move(one.theirs);
    known[i].floor = std::move(one.floor);
  }
  for (std::size_t i = 1; i < files.size(); ++i) std::filesystem::remove(files[i].path);
  return known;
}

}  // namespace bricks
