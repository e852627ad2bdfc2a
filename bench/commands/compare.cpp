#include "bench/commands/compare.hpp"

#include "bench/commands/command_line.hpp"
#include "bench/commands/loaded_model.hpp"
#include "bench/commands/make_suite.hpp"
#include "bench/commands/measuring.hpp"
#include "bench/commands/model_source.hpp"
#include "bench/commands/number.hpp"
#include "bench/commands/output.hpp"
#include "bench/commands/settings.hpp"
#include "bench/commands/tune_options.hpp"
#include "bench/compare/compare_report.hpp"
#include "bench/compare/visit_watch.hpp"
#include "bench/compare/yardsticks.hpp"
#include "bench/report/atomic_file.hpp"
#include "bench/report/json_document.hpp"
#include "bench/report/text.hpp"
#include "bench/session/benchmarks.hpp"
#include "bench/session/temporary_folder.hpp"
#include "decompose/identity/canonical_text.hpp"
#include "engine/error.hpp"
#include "engine/tuning/tuning_json.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <unordered_map>

namespace bricks {
namespace {

using bench::Compared;

// Of an engine's runs of a model or brick together. With four runs of a millisecond and no more, 49 of 361
// convolutions were slower than oneDNN's on a busy machine, of which 22 were so in the session before, too.
constexpr double least_seconds = 0.1;

struct CompareOptions {
  ModelOptions models;
  std::vector<std::string> shapes;
  MeasureOptions measure;
  Execution execution = Execution::fused;
  std::int64_t G = 0;           // 0: whole models alone
  std::int64_t least_macs = 0;  // of bricks
  bool own_layouts = false;     // of bricks
  std::vector<std::string> backends;
  TuneOptions tune;
  bool floor = true;
  OutputOptions output;
};

ReportSettings settings_of(const CompareOptions& options) {
  ReportSettings settings;
  settings.execution = execution_name(options.execution);
  settings.isa = isa_info(choose_isa(options.measure.isa_name)).name;
  settings.G = static_cast<int>(options.G);
  settings.threads = options.measure.threads;
  settings.batch = options.models.batch;
  settings.seed = options.measure.seed;
  settings.runs = options.measure.runs;
  std::string& line = settings.command = "bricks-bench compare";
  for (const std::string& model : options.models.models) line += " --model " + shell_word(model);
  for (const std::string& shape : options.shapes) line += " --shape " + shell_word(shape);
  line += " --backend ";
  for (const std::string& backend : options.backends)
    line += (backend == options.backends.front() ? "" : ",") + shell_word(backend);
  if (options.G > 0) line += format(" --G %lld", static_cast<long long>(options.G));
  if (options.least_macs > 0)
    line += format(" --least-macs %lld", static_cast<long long>(options.least_macs));
  if (options.own_layouts) line += " --own-layouts";
  if (settings.batch != 1) line += format(" --batch %lld", static_cast<long long>(settings.batch));
  line += " --execution " + settings.execution + " --isa " + settings.isa +
          format(" --threads %d --runs %d --seed %llu", settings.threads, *settings.runs,
                 static_cast<unsigned long long>(settings.seed));
  if (!options.floor) line += " --no-floor";
  line += tune_words(options.tune);
  return settings;
}

class Comparison {
 public:
  explicit Comparison(const CompareOptions& options) : options_(options), progress_(terminal_progress()) {
    report_.host = describe_host();
    report_.settings = settings_of(options);
    engines_.push_back(own_engine());
    for (const std::string& name : options.backends) find(name);
    if (options.floor) engines_.push_back(engines_.front());
    write({bench::do_nothing(), synthetic_weights(1)}, path_of("nothing"));
  }

  // Throws Error for a model that cannot be read.
  void add(const std::string& name) {
    part_ = name;
    compare(load(name));
  }

  void add_failure(const std::string& name, const std::string& why) {
    Compared failed;
    failed.name = std::filesystem::path(name).stem().string();
    failed.ours.failure = why;
    report_.models.push_back(std::move(failed));
  }

  const bench::CompareReport& report() const { return report_; }
  void end() { progress_.end(); }

 private:
  // With its table in a file that is there when an engine is started.
  bench::EngineProgram own_engine() {
    const EngineOptions engine = engine_options(options_.execution, options_.measure);
    report_.tuning = find_tuning(options_.tune, {}, engine, progress_);
    if (report_.tuning) write_table();
    return bench::own_engine(engine.execution, engine.isa, report_.tuning ? table_path() : "");
  }

  // What the model needs beside what models before it needed.
  void tune(const Graph& model) {
    if (!report_.tuning || !report_.tuning->seconds) return;
    TuningReport& tuning = *report_.tuning;
    auto table = std::make_shared<Tuning>(*tuning.table);
    *tuning.seconds += measure_table(
        *table, {&model, 1}, engine_options(options_.execution, options_.measure), options_.tune, progress_);
    tuning.table = std::move(table);
    write_table();
  }

  std::string table_path() const { return (folder_.path() / "tuning.json").string(); }
  void write_table() const { write_atomically(table_path(), tuning_text(*report_.tuning->table)); }

  std::string path_of(const std::string& name) const { return (folder_.path() / (name + ".onnx")).string(); }

  static void write(LoadedModel model, const std::string& path) {
    write_onnx_file(model.graph, *model.weights, path);
  }

  void find(const std::string& name) {
    const bench::EngineProgram program{name, bench::find_backend(name)};
    try {
      report_.versions[name] = bench::BackendEngine(program, options_.measure.threads).version();
      report_.backends.push_back(name);
      engines_.push_back(program);
    } catch (const Error& error) {
      std::string& why = report_.missing[name] = error.what();
      if (why.find("install.sh") == std::string::npos)
        why += "; ./bench/backends/install.sh " + name + " installs what it needs";
    }
  }

  LoadedModel load(const std::string& name) const {
    LoadOptions load;
    load.model = name;
    load.shapes = options_.shapes;
    load.seed = options_.measure.seed;
    LoadedModel model = load_model(load);
    if (names_a_file(name)) model.graph.name = std::filesystem::path(name).stem().string();
    if (options_.models.batch != 1) model.graph = with_batch(model.graph, options_.models.batch);
    return model;
  }

  void compare(LoadedModel model) {
    tune(model.graph);
    std::vector<Compared> known(1);
    known[0].name = model.graph.name;
    known[0].macs = total_macs(model.graph);
    std::vector<bench::ModelFile> files{{path_of("nothing")}, {path_of("model")}};
    if (options_.G > 0) add_bricks(model.graph, files, known);
    write(std::move(model), files[1].path);
    const bench::EnginesResult result = run(files);
    report_.rounds.insert(report_.rounds.end(), result.rounds.begin(), result.rounds.end());
    for (std::size_t i = 0; i < known.size(); ++i) {
      Compared one = bench::compared(known[i].name, result.files[i + 1], result.files[0], report_.backends);
      one.operators = known[i].operators;
      one.input_shape = known[i].input_shape;
      one.count = known[i].count;
      one.macs = known[i].macs;
      if (i > 0) brick_index_[one.name] = report_.bricks.size();
      (i == 0 ? report_.models : report_.bricks).push_back(std::move(one));
    }
    for (std::size_t i = 1; i < files.size(); ++i) std::filesystem::remove(files[i].path);
  }

  // Those of the model that no model before it had; others are counted.
  void add_bricks(const Graph& model, std::vector<bench::ModelFile>& files, std::vector<Compared>& known) {
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
      known.push_back(describe(brick, counts[i]));
    }
  }

  // Those of its first variant. An input is there for all runs of a visit, so none may be overwritten.
  static std::string layouts_of(const Brick& brick) {
    PlanContext context = brick.variants.front().context;
    context.input_may_be_overwritten.assign(context.input_may_be_overwritten.size(), false);
    return variant_text(context);
  }

  static Compared describe(const Brick& brick, std::size_t count) {
    Compared one;
    one.name = brick.text;
    one.operators = operators_text(brick.graph);
    if (!brick.graph.inputs.empty())
      one.input_shape = to_string(brick.graph.tensor(brick.graph.inputs[0]).shape);
    one.count = count;
    one.macs = total_macs(brick.graph);
    return one;
  }

  bench::EnginesResult run(const std::vector<bench::ModelFile>& files) {
    Surroundings surroundings;
    surroundings.clock = &monotonic_clock();
    surroundings.steal_ticks = [] { return steal_ticks(); };
    surroundings.progress = [&](double done) {
      if (done == 0) progress_.begin("comparing " + part_);
      progress_.at(done);
    };
    // Each model has an order of its own: who comes behind whom must not be the same in all of them.
    const std::uint64_t seed = options_.measure.seed;
    return bench::run_engines(
        engines_, files,
        {options_.measure.threads, options_.measure.runs, least_seconds, seed, seed + text_hash(part_)},
        bench::watching_visits(surroundings, choose_isa(options_.measure.isa_name),
                               options_.measure.threads));
  }

  const CompareOptions& options_;
  Progress progress_;
  TemporaryFolder folder_;
  std::string part_;
  std::vector<bench::EngineProgram> engines_;  // ours, theirs, and ours again for the floor
  bench::CompareReport report_;
  std::unordered_map<std::string, std::size_t> brick_index_;  // in the report, by text
};

std::vector<std::string> split(const std::string& names) {
  std::vector<std::string> all;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    all.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  return all;
}

ExitStatus run(const CompareOptions& options) {
  if (options.G == 0 && (options.own_layouts || options.least_macs > 0))
    throw Error("--own-layouts and --least-macs are of bricks: found no --G, expected one");
  if (options.backends.empty()) throw Error("--backend is missing: name one or more, with commas between");
  const std::vector<std::string> names = model_names(options.models);
  Comparison comparison(options);
  for (std::size_t i = 0; i < names.size(); ++i) {
    try {
      comparison.add(names[i]);
    } catch (const Error& error) {
      if (names.size() == 1) throw;
      comparison.add_failure(names[i], error.what());
    }
    // An interrupted run keeps what it has.
    if (options.output.out && i + 1 < names.size())
      write_atomically(*options.output.out, document_text(compare_json(comparison.report())));
  }
  comparison.end();
  const bench::CompareReport& report = comparison.report();
  put_out(options.output, compare_text(report), compare_json(report));
  return agrees(report) ? done : failed;
}

}  // namespace

void add_compare_command(CommandLine& command, ExitStatus& status) {
  const auto options = std::make_shared<CompareOptions>();
  add_options(command, options->models);
  command.add_option("--shape", options->shapes, "NAME=1x3x224x224, for ONNX files with open dimensions");
  command.add_option_function(
      "--backend", [options](const std::string& text) { options->backends = split(text); },
      "Engines of bench/backends, with commas between");
  add_number(command, "--G", options->G, std::int64_t{1}, std::int64_t{1} << 40,
             "Also every unique brick of at most so many units, each by itself");
  add_number(command, "--least-macs", options->least_macs, std::int64_t{0}, std::int64_t{1} << 60,
             "With --G: only bricks of at least so many multiply-adds");
  command.add_flag(
      "--own-layouts", options->own_layouts,
      "With --G: engines may take and give tensors as they stand within a model (ours; oneDNN always)");
  add_execution_option(command, options->execution);
  add_engine_options(command, options->measure);
  command.add_flag("!--no-floor", options->floor, "Do not measure a second process of our own engine");
  add_options(command, options->tune);
  add_options(command, options->output);
  command.callback([options, &status] {
    check_tune(options->tune);
    status = run(*options);
  });
}

}  // namespace bricks
