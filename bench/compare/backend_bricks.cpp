#include "bench/compare/backend_bricks.hpp"

#include "bench/compare/difference.hpp"
#include "bench/compare/yardsticks.hpp"
#include "bench/host/host.hpp"
#include "engine/error.hpp"

#include <algorithm>

namespace bricks::bench {
namespace {

std::size_t plain_bytes(const Graph& graph, bool weights) {
  std::size_t bytes = 0;
  for (const Tensor& tensor : graph.tensors)
    if (tensor.weight == weights) bytes += tensor_bytes(tensor, Layout::plain, 1);
  return bytes;
}

std::size_t weight_bytes(const Graph& graph) { return plain_bytes(graph, true); }

}  // namespace

std::size_t session_bytes(const Graph& model, std::size_t bricks_a_weight) {
  return (1 + bricks_a_weight) * (3 * weight_bytes(model) + 3 * plain_bytes(model, false) / 2);
}

BackendBricks::BackendBricks(const EngineProgram& program, const Suite& suite,
                             std::span<const BenchmarkId> ids, const WriteOnnx& write_onnx,
                             const SessionOptions& options, Clock& clock)
    : suite_(suite),
      write_onnx_(write_onnx),
      options_(options),
      clock_(clock),
      cache_bytes_(own_last_level_bytes(describe_host())),
      results_(suite, ids, options, cache_bytes_, CarouselResults::Call::taken_off,
               [this](BenchmarkId id, BrickReport& report) { describe(id, report); }),
      engine_(program, options.engine.threads, Between::awake) {  // nobody else is timed here
  for (const Graph& graph : {do_nothing(), reference_model()})
    bricks_.emplace_back(std::vector{subject(write(graph, *synthetic_weights(1)), false)});
  std::vector<std::uint64_t> filled;
  for (const Carousel& carousel : results_.carousels())
    filled.push_back(bytes_to_fill(results_.wholes(), carousel, cache_bytes_, [&](BenchmarkId id) {
      return static_cast<std::uint64_t>(weight_bytes(suite.bricks[id.brick].graph));
    }));
  filler_ = filler_memory(*std::max_element(filled.begin(), filled.end()));
  for (std::size_t i = 0; i < filled.size(); ++i) add_turn(results_.carousels()[i], filled[i]);
}

void BackendBricks::add_model(const Graph& model, Weights& weights) {
  models_.push_back(within("model " + model.name, [&] { return subject(write(model, weights), true); }));
}

Subjects BackendBricks::subjects() {
  Subjects subjects;
  for (std::size_t i = 0; i < turns_.size(); ++i)
    subjects.carousels.push_back({&turns_[i], settling_turns, entries_[i]});
  for (BackendSubject& model : models_) subjects.models.push_back(&model);
  return subjects;
}

bool BackendBricks::agrees(const std::string& text) const {
  return std::none_of(difference_.begin(), difference_.end(), [&](const auto& entry) {
    return entry.second > tolerance && suite_.bricks[entry.first].text == text;
  });
}

void BackendBricks::check_failures() const {
  for (const CopiesSubject& brick : bricks_)
    if (!brick.failure().empty()) throw Error(brick.failure());
  for (const BackendSubject& model : models_)
    if (!model.failure().empty()) throw Error(model.failure());
}

std::string BackendBricks::write(const Graph& graph, Weights& weights) {
  const std::string path = (folder_.path() / "model.onnx").string();
  write_onnx_(graph, weights, path);
  return path;
}

BackendSubject BackendBricks::subject(const std::string& path, bool lead_in) {
  return {clock_, engine_, engine_.load(path), static_cast<std::uint32_t>(options_.seed), lead_in};
}

void BackendBricks::add_turn(const Carousel& carousel, std::uint64_t filled_bytes) {
  std::size_t turn_bytes = filled_bytes;
  for (const CarouselMember& member : carousel.members)
    turn_bytes += weight_bytes(suite_.bricks[member.id.brick].graph);
  std::vector<Subject*> runs;
  std::vector<std::size_t> entries;
  for (std::size_t i = 0; i < carousel.members.size(); ++i) {
    const CarouselMember& member = carousel.members[i];
    Subject* brick = add_brick(member.id, copies_to_hold(carousel, member, turn_bytes, cache_bytes_));
    const std::size_t count = runs_per_turn(carousel, member);
    runs.insert(runs.end(), count, brick);
    entries.insert(entries.end(), count, i);
  }
  for (std::size_t i = 0; filled_bytes > 0 && i < runs.size(); ++i)
    runs[i] = &filled_.emplace_back(*runs[i], piece_of(filler_, filled_bytes, i, runs.size()));
  runs.push_back(&bricks_[0]);
  entries.push_back(carousel.members.size());
  runs.push_back(&bricks_[1]);
  turns_.emplace_back(std::move(runs));
  entries_.push_back(std::move(entries));
}

Subject* BackendBricks::add_brick(BenchmarkId id, std::size_t copies) {
  const Brick& brick = suite_.bricks[id.brick];
  return within("brick " + brick.text, [&] {
    const auto weights = synthetic_weights(options_.seed);
    const std::string path = write(brick.graph, *weights);
    std::vector<BackendSubject> subjects{subject(path, false)};
    difference_[id.brick] = difference(brick.graph, *weights, subjects.front());
    for (std::size_t i = 1; i < copies; ++i) subjects.push_back(subject(path, false));
    return &bricks_.emplace_back(std::move(subjects));
  });
}

double BackendBricks::difference(const Graph& graph, Weights& weights, const BackendSubject& subject) {
  const auto seed = static_cast<std::uint32_t>(options_.seed);
  const EngineOptions& ours = options_.engine;
  const Outputs expected = own_outputs(graph, weights, seed, {.isa = ours.isa}, ours.threads);
  return largest_difference(engine_.outputs(subject.handle(), seed, folder_.path().string()), expected);
}

void BackendBricks::describe(BenchmarkId id, BrickReport& report) const {
  report.operators = operators_text(suite_.bricks[id.brick].graph);
  if (const auto found = difference_.find(id.brick); found != difference_.end())
    report.difference = found->second;
}

}  // namespace bricks::bench
