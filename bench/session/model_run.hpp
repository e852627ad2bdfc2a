// A whole model of our own engine, to be timed.
#pragma once

#include "bench/measure/subject.hpp"
#include "bench/session/benchmarks.hpp"
#include "engine/run/session.hpp"

#include <memory>
#include <vector>

namespace bricks {

class ModelRun final : public TeamRunnable {
 public:
  // Its inputs hold seeded values of order one. branches: made for running branches at once.
  ModelRun(const Graph& model, const EngineOptions& options, Weights& weights, bool branches = false);

  void run(int worker, int workers) override { session_->run(worker, workers); }
  // Units that follow each other and have 250 million multiply-adds together: two milliseconds or so.
  std::size_t parts() const override { return part_ends_.size(); }
  void run_part(std::size_t part, int worker, int workers) override {
    session_->run_units(part == 0 ? 0 : part_ends_[part - 1], part_ends_[part], worker, workers);
  }

  const Plan& plan() const { return *plan_; }
  Session& session() { return *session_; }
  std::shared_ptr<const Memory> packed() const { return packed_; }

 private:
  std::unique_ptr<const Plan> plan_;
  std::shared_ptr<const Memory> packed_;
  std::unique_ptr<Session> session_;
  std::vector<std::size_t> part_ends_;  // in units, of each part
};

// Values for every input of a graph: floats of order one, integers 0, row-major.
std::vector<std::byte> input_values(const TensorType& type, std::uint64_t seed);

}  // namespace bricks
