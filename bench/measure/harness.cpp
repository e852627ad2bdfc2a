#include "bench/measure/harness.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace bricks {
namespace {

class Harness {
 public:
  Harness(const Subjects& subjects, const Protocol& protocol, const Surroundings& surroundings)
      : subjects_(subjects), protocol_(protocol), surroundings_(surroundings), random_(protocol.seed) {
    begin_ns_ = surroundings.clock->now_ns();
    result_.bricks.resize(subjects.bricks->size() - 1);
    result_.models.resize(subjects.models.size());
  }

  void round(int runs) {
    const std::int64_t steal_before = surroundings_.steal_ticks();
    // Block 0 is the bricks', block i the model i-1.
    const std::vector<std::size_t> blocks = shuffled(subjects_.models.size() + 1);
    for (std::size_t position = 0; position < blocks.size(); ++position) {
      if (blocks[position] == 0)
        turns(runs);
      else
        visit(blocks[position] - 1, static_cast<int>(position), runs);
    }
    result_.rounds.push_back({.steal_ticks = surroundings_.steal_ticks() - steal_before});
    result_.total_ns = since_begin();
  }

  const Measurements& so_far() const { return result_; }

  Measurements finish() {
    mark_noisy_rounds(result_, protocol_.reference_tolerance);
    return std::move(result_);
  }

 private:
  int round_index() const { return static_cast<int>(result_.rounds.size()); }
  std::int64_t since_begin() { return surroundings_.clock->now_ns() - begin_ns_; }

  // The generator's raw numbers alone are the same on every platform; std::shuffle's use of them is not.
  std::vector<std::size_t> shuffled(std::size_t size) {
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = size; i > 1; --i) std::swap(order[i - 1], order[random_() % i]);
    return order;
  }

  void turns(int count) {
    const std::int64_t begin = since_begin();
    if (last_block_ != Block::turns) discard_turn();
    last_block_ = Block::turns;
    for (int i = 0; i < count; ++i) timed_turn();
    result_.bricks_ns += since_begin() - begin;
  }

  void discard_turn() {
    subjects_.bricks->run(shuffled(subjects_.bricks->size()));
    for (Series& series : result_.bricks) ++series.discarded;
    ++result_.reference.discarded;
  }

  void timed_turn() {
    const std::vector<std::size_t> order = shuffled(subjects_.bricks->size());
    const std::vector<Timing> timings = subjects_.bricks->run(order);
    const int turn = result_.turns();
    for (std::size_t place = 0; place < order.size(); ++place) {
      Series& series =
          order[place] < result_.bricks.size() ? result_.bricks[order[place]] : result_.reference;
      series.samples.push_back(sample(timings[place], turn, static_cast<int>(place)));
    }
  }

  void visit(std::size_t model, int position, int runs) {
    const std::int64_t begin = since_begin();
    last_block_ = Block::model;
    Series& series = result_.models[model];
    series.discarded += settle(*subjects_.models[model], *surroundings_.clock, protocol_.settle);
    for (const Timing& timing : subjects_.models[model]->run(runs))
      series.samples.push_back(sample(timing, static_cast<int>(series.samples.size()), position));
    result_.models_ns += since_begin() - begin;
  }

  Sample sample(const Timing& timing, int turn, int position) const {
    return {round_index(), turn, position, timing.start_ns - begin_ns_, timing.ns};
  }

  enum class Block { none, turns, model };

  const Subjects& subjects_;
  const Protocol& protocol_;
  const Surroundings& surroundings_;
  std::mt19937_64 random_;
  std::int64_t begin_ns_ = 0;
  Block last_block_ = Block::none;
  Measurements result_;
};

}  // namespace

Measurements measure(const Subjects& subjects, const Protocol& protocol, StoppingRule& stopping,
                     const Surroundings& surroundings) {
  Harness harness(subjects, protocol, surroundings);
  while (const int runs = stopping.next_runs(harness.so_far())) {
    harness.round(runs);
    surroundings.progress(stopping.progress(harness.so_far()));
  }
  return harness.finish();
}

}  // namespace bricks
