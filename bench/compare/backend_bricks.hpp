// The benchmarks of a suite on their carousels, and whole models, loaded into one process of another engine.
#pragma once

#include "bench/backends/engine.hpp"
#include "bench/compare/copies_subject.hpp"
#include "bench/measure/filler.hpp"
#include "bench/measure/harness.hpp"
#include "bench/session/carousel_results.hpp"
#include "bench/session/temporary_folder.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace bricks::bench {

using WriteOnnx = std::function<void(const Graph& graph, Weights& weights, const std::string& path)>;

// Bytes that an engine may take for a model and its bricks, of which so many hold each weight: weights in the
// file, as they were given and as it packs them, tensors between layers. Of that were seen at most 0.8 with
// PyTorch 1.13 (besides 0.25 GB that it takes for itself) and 0.7 with ONNX Runtime 1.30 (vgg16, resnet50 and
// inception_v3, G=1).
std::size_t session_bytes(const Graph& model, std::size_t bricks_a_weight);

class BackendBricks {
 public:
  // Loads the bricks that are not known, with their weight copies, and compares their outputs with those of
  // our engine. All have to outlive this. Throws Error for a brick that the engine does not run.
  BackendBricks(const EngineProgram& program, const Suite& suite, std::span<const BenchmarkId> ids,
                const WriteOnnx& write_onnx, const SessionOptions& options, Clock& clock);
  BackendBricks(const BackendBricks&) = delete;
  BackendBricks& operator=(const BackendBricks&) = delete;

  // Throws Error for a model that the engine does not run.
  void add_model(const Graph& model, Weights& weights);

  Subjects subjects();
  CarouselResults& results() { return results_; }

  // The outputs of the brick of that text are those of our engine, within tolerance.
  bool agrees(const std::string& text) const;
  // Throws Error where a brick or a model has failed: its times are worth nothing.
  void check_failures() const;

 private:
  std::string write(const Graph& graph, Weights& weights);
  BackendSubject subject(const std::string& path, bool lead_in);
  void add_turn(const Carousel& carousel, std::uint64_t filled_bytes);
  Subject* add_brick(BenchmarkId id, std::size_t copies);
  double difference(const Graph& graph, Weights& weights, const BackendSubject& subject);
  void describe(BenchmarkId id, BrickReport& report) const;

  const Suite& suite_;
  const WriteOnnx& write_onnx_;
  const SessionOptions& options_;
  Clock& clock_;
  const std::size_t cache_bytes_;  // of the last level
  CarouselResults results_;
  TemporaryFolder folder_;
  BackendEngine engine_;
  std::deque<CopiesSubject> bricks_;  // the model that does nothing, the reference, then all members
  std::map<std::uint32_t, double> difference_;  // of bricks, by their places in the suite
  Memory filler_;
  std::deque<FilledSubject> filled_;
  std::vector<SubjectTurn> turns_;
  std::vector<std::vector<std::size_t>> entries_;  // of each turn: the member that it runs
  std::deque<BackendSubject> models_;
};

}  // namespace bricks::bench
