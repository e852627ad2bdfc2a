#include "bench/compare/backend_session.hpp"

#include "bench/backends/backend_subject.hpp"
#include "bench/backends/seeded_values.hpp"
#include "bench/compare/difference.hpp"
#include "bench/host/host.hpp"
#include "bench/infer/infer.hpp"
#include "bench/session/carousels.hpp"
#include "bench/session/temporary_folder.hpp"
#include "compose/statistics/statistics.hpp"
#include "engine/error.hpp"
#include "engine/graph/builder.hpp"
#include "engine/ops/conv.hpp"
#include "engine/ops/identity.hpp"
#include "engine/run/parallel.hpp"

#include <algorithm>
#include <deque>

namespace bricks::bench {
namespace {

constexpr int runs_per_round = 5, settle_turns = 2;

// Always the same work, about 7 million multiply-adds: tells whether the machine stayed the same.
Graph reference_model() {
  GraphBuilder builder("reference");
  const TensorId x = builder.input("x", {ElementType::float32, {1, 32, 28, 28}});
  const auto conv = std::make_shared<Conv>();
  conv->kernel_shape = {3, 3};
  conv->pads.assign(4, 1);
  builder.add("conv", conv, {x, builder.weight("w", {ElementType::float32, {32, 32, 3, 3}})}, {"y"});
  return builder.finish();
}

// A brick with as many copies of its weights as its model has: each run takes the next one.
class CopiesSubject final : public Subject {
 public:
  explicit CopiesSubject(std::vector<BackendSubject> copies) : copies_(std::move(copies)) {}

  std::vector<Timing> run(int count) override {
    next_ = (next_ + 1) % copies_.size();
    return copies_[next_].run(count);
  }

  std::string failure() const {
    for (const BackendSubject& copy : copies_)
      if (!copy.failure().empty()) return copy.failure();
    return "";
  }

 private:
  std::vector<BackendSubject> copies_;
  std::size_t next_ = 0;
};

std::string operators_of(const Graph& graph) {
  std::string text;
  for (const Layer& layer : graph.layers) text += (text.empty() ? "" : "+") + std::string(layer.op->type());
  return text;
}

std::size_t weight_bytes(const Graph& graph) {
  std::size_t bytes = 0;
  for (const Tensor& tensor : graph.tensors)
    if (tensor.weight) bytes += tensor_bytes(tensor, Layout::plain, 1);
  return bytes;
}

double call_ns(const Series& nothing) {
  std::vector<double> times;
  for (const Sample& sample : nothing.samples) times.push_back(sample.ns);
  return trimmed_mean(times);
}

// Less the cost of the call; what is smaller than that took no time that could be told.
Series without_call(Series series, double call) {
  for (Sample& sample : series.samples) sample.ns = std::max(1.0, sample.ns - call);
  return series;
}

class Session {
 public:
  Session(const EngineProgram& program, const Suite& suite, const WriteOnnx& write_onnx,
          const BackendSessionOptions& options, Clock& clock)
      : suite_(suite),
        write_onnx_(write_onnx),
        options_(options),
        clock_(clock),
        engine_(program, options.threads, Between::awake) {  // nobody else is timed here
    bricks_.emplace_back(std::vector{subject(write(do_nothing(), *synthetic_weights(1)), false)});
    bricks_.emplace_back(std::vector{subject(write(reference_model(), *synthetic_weights(1)), false)});
  }

  void add_bricks(std::span<const BenchmarkId> ids) {
    const std::size_t cache = last_level_bytes(describe_host());
    carousels_ = plan_carousels(suite_, ids, cache);
    if (carousels_.empty()) carousels_.emplace_back();
    for (const Carousel& carousel : carousels_) add_turn(carousel, cache);
  }

  void add_model(const Graph& model, Weights& weights) {
    models_.push_back(subject(within("model " + model.name, [&] { return write(model, weights); }), true));
    names_.push_back(model.name);
  }

  Subjects subjects() {
    Subjects subjects;
    for (std::size_t i = 0; i < turns_.size(); ++i)
      subjects.carousels.push_back({&turns_[i], settle_turns, entries_[i]});
    for (BackendSubject& model : models_) subjects.models.push_back(&model);
    return subjects;
  }

  void check_failures() const {
    for (const CopiesSubject& brick : bricks_)
      if (!brick.failure().empty()) throw Error(brick.failure());
    for (const BackendSubject& model : models_)
      if (!model.failure().empty()) throw Error(model.failure());
  }

  BackendSession report(const Measurements& measured) const {
    BackendSession session;
    session.version = engine_.version();
    Series calls;
    std::size_t first = 0;
    for (const Carousel& carousel : carousels_) {
      const Series& nothing = measured.bricks[first + carousel.members.size()];
      calls.samples.insert(calls.samples.end(), nothing.samples.begin(), nothing.samples.end());
      first += carousel.members.size() + 1;
    }
    const double call = call_ns(calls);
    session.call_us = call / 1e3;
    report_bricks(measured, call, session);
    for (std::size_t i = 0; i < models_.size(); ++i)
      session.result.models.push_back({names_[i], without_call(measured.models[i], call), 0, 0});
    session.result.rounds = measured.rounds;
    session.result.reference_ns = summarise(times_of(measured.reference));
    session.result.empty_ns = summarise(times_of(calls));
    return session;
  }

 private:
  std::string write(const Graph& graph, Weights& weights) {
    const std::string path = (folder_.path() / "model.onnx").string();
    write_onnx_(graph, weights, path);
    return path;
  }

  BackendSubject subject(const std::string& path, bool lead_in) {
    return {clock_, engine_, engine_.load(path), static_cast<std::uint32_t>(options_.seed), lead_in};
  }

  void add_turn(const Carousel& carousel, std::size_t cache) {
    std::size_t turn_bytes = 0;
    for (const CarouselMember& member : carousel.members)
      turn_bytes += weight_bytes(suite_.bricks[member.id.brick].graph);
    std::vector<Subject*> runs;
    std::vector<std::size_t> entries;
    for (std::size_t i = 0; i < carousel.members.size(); ++i) {
      const CarouselMember& member = carousel.members[i];
      Subject* brick = add_brick(member.id, copies_to_hold(carousel, member, turn_bytes, cache));
      const std::size_t count = runs_per_turn(carousel, member);
      runs.insert(runs.end(), count, brick);
      entries.insert(entries.end(), count, i);
    }
    runs.push_back(&bricks_[0]);
    entries.push_back(carousel.members.size());
    runs.push_back(&bricks_[1]);
    turns_.emplace_back(std::move(runs));
    entries_.push_back(std::move(entries));
  }

  Subject* add_brick(BenchmarkId id, std::size_t copies) {
    const Brick& brick = suite_.bricks[id.brick];
    return within("brick " + brick.text, [&] {
      const auto weights = synthetic_weights(options_.seed);
      const std::string path = write(brick.graph, *weights);
      std::vector<BackendSubject> subjects{subject(path, false)};
      differences_.push_back(difference(brick.graph, *weights, subjects.front()));
      for (std::size_t i = 1; i < copies; ++i) subjects.push_back(subject(path, false));
      return &bricks_.emplace_back(std::move(subjects));
    });
  }

  double difference(const Graph& graph, Weights& weights, const BackendSubject& subject) {
    const auto seed = static_cast<std::uint32_t>(options_.seed);
    std::map<std::string, NpyArray> inputs;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
      const Tensor& input = graph.tensor(graph.inputs[i]);
      inputs[input.name] = {input.type, input.shape,
                            seeded_values(input, seed, static_cast<std::uint32_t>(i))};
    }
    Outputs expected;
    for (NamedArray& output : infer(graph, weights, inputs, {.isa = options_.isa}, options_.threads))
      expected[output.name] = std::move(output.array);
    return largest_difference(engine_.outputs(subject.handle(), seed, folder_.path().string()), expected);
  }

  void report_bricks(const Measurements& measured, double call, BackendSession& session) const {
    auto series = measured.bricks.begin();
    std::size_t index = 0;
    for (const Carousel& carousel : carousels_) {
      for (const CarouselMember& member : carousel.members) {
        session.result.ids.push_back(member.id);
        session.result.bricks.push_back(
            brick_report(member.id, carousel.swept_bytes, without_call(*series++, call)));
        session.differences.push_back(differences_[index++]);
      }
      ++series;  // the model that does nothing
    }
  }

  BrickReport brick_report(BenchmarkId id, std::uint64_t swept_bytes, const Series& series) const {
    const Brick& brick = suite_.bricks[id.brick];
    BrickReport report;
    report.text = brick.text;
    report.variant = variant_text(brick.variants[id.variant].context);
    report.name = report.text + " @ " + report.variant;
    report.swept_bytes = swept_bytes;
    report.operators = operators_of(brick.graph);
    if (!brick.graph.inputs.empty())
      report.input_shape = to_string(brick.graph.tensor(brick.graph.inputs[0]).shape);
    report.macs = total_macs(brick.graph);
    const std::vector<double> times = times_of(series);
    report.summary = summarise(times);
    report.interval_ns = trimmed_mean_interval(times);
    report.samples = series.samples;
    report.discarded = series.discarded;
    return report;
  }

  const Suite& suite_;
  const WriteOnnx& write_onnx_;
  const BackendSessionOptions& options_;
  Clock& clock_;
  TemporaryFolder folder_;
  BackendEngine engine_;
  std::deque<CopiesSubject> bricks_;  // the model that does nothing, the reference, then all members
  std::vector<Carousel> carousels_;
  std::vector<double> differences_;  // of the members
  std::vector<SubjectTurn> turns_;
  std::vector<std::vector<std::size_t>> entries_;
  std::deque<BackendSubject> models_;
  std::vector<std::string> names_;
};

}  // namespace

Graph do_nothing() {
  GraphBuilder builder("nothing");
  builder.add("nothing", std::make_shared<Identity>(), {builder.input("x", {ElementType::float32, {1, 1}})},
              {"y"});
  return builder.finish();
}

BackendSession measure_on_backend(const EngineProgram& program, const Suite& suite,
                                  std::span<const BenchmarkId> ids, std::span<const Graph* const> models,
                                  const WeightsOf& weights_of, const WriteOnnx& write_onnx,
                                  const BackendSessionOptions& options, const Surroundings& surroundings) {
  Clock& clock = *surroundings.clock;
  const auto seconds_since = [&](std::int64_t begin) {
    return static_cast<double>(clock.now_ns() - begin) / 1e9;
  };
  const std::int64_t begin_bricks = clock.now_ns();
  Session session(program, suite, write_onnx, options, clock);
  session.add_bricks(ids);
  const double bricks_seconds = seconds_since(begin_bricks);
  const std::int64_t begin_models = clock.now_ns();
  for (const Graph* model : models) session.add_model(*model, *weights_of(*model));
  const double models_seconds = seconds_since(begin_models);
  parallel::sleep_team();  // ours has only checked outputs

  FixedRuns stopping(options.runs, runs_per_round);
  const Measurements measured = measure(session.subjects(), {.seed = options.seed}, stopping, surroundings);
  session.check_failures();
  BackendSession result = session.report(measured);
  result.result.brick_seconds = bricks_seconds + static_cast<double>(measured.bricks_ns) / 1e9;
  result.result.model_seconds = models_seconds + static_cast<double>(measured.models_ns) / 1e9;
  return result;
}

}  // namespace bricks::bench
