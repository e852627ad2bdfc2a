#include "bench/measure/harness.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

namespace bricks {
namespace {

class Harness {
 public:
  Harness(const Subjects& subjects, const Protocol& protocol, const Surroundings& surroundings)
      : subjects_(subjects), protocol_(protocol), surroundings_(surroundings), random_(protocol.seed) {
    begin_ns_ = result_.begin_ns = surroundings.clock->now_ns();
    for (const CarouselSubject& carousel : subjects.carousels) {
      first_brick_.push_back(result_.bricks.size());
      result_.bricks.resize(result_.bricks.size() + bricks_of(carousel));
    }
    result_.models.resize(subjects.models.size());
  }

  // One of every model, which tells whether it is a long one.
  void first_passes() {
    double longest = 0;
    const std::int64_t begin = since_begin();
    for (std::size_t model = 0; model < subjects_.models.size(); ++model) {
      longest = std::max(longest, subjects_.models[model]->run(1).front().ns);
      ++result_.models[model].discarded;
    }
    alternates_ = longest >= protocol_.long_pass_seconds * 1e9;
    result_.models_ns += since_begin() - begin;
  }

  void rounds(int runs) {
    if (!alternates_) return round(runs);
    for (int i = 0; i < runs && !result_.interrupted; ++i) round(1);
  }

  Measurements so_far() const { return set_aside_disturbed(result_, protocol_.disturbance); }
  bool interrupted() const { return result_.interrupted; }

  Measurements finish() {
    mark_noisy_rounds(result_, protocol_.reference_tolerance);
    return set_aside_disturbed(std::move(result_), protocol_.disturbance);
  }

 private:
  void round(int runs) {
    const std::int64_t steal_before = surroundings_.steal_ticks();
    const std::size_t carousels = subjects_.carousels.size();
    const std::vector<std::size_t> blocks = shuffled(carousels + subjects_.models.size());
    for (std::size_t position = 0; position < blocks.size(); ++position) {
      if ((result_.interrupted = surroundings_.interrupted())) return;
      if (blocks[position] < carousels)
        turns(blocks[position], runs);
      else
        visit(blocks[position] - carousels, static_cast<int>(position), runs);
    }
    result_.turns += runs;
    result_.rounds.push_back({.steal_ticks = surroundings_.steal_ticks() - steal_before,
                              .core_line_ns = std::exchange(core_line_ns_, 0)});
    result_.total_ns = since_begin();
  }

  static std::size_t bricks_of(const CarouselSubject& carousel) {
    if (carousel.bricks.empty()) return carousel.turn->size() - 1;
    return *std::max_element(carousel.bricks.begin(), carousel.bricks.end()) + 1;
  }

  int round_index() const { return static_cast<int>(result_.rounds.size()); }
  std::int64_t since_begin() { return surroundings_.clock->now_ns() - begin_ns_; }

  // The generator's raw numbers alone are the same on every platform; std::shuffle's use of them is not.
  std::vector<std::size_t> shuffled(std::size_t size) {
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = size; i > 1; --i) std::swap(order[i - 1], order[random_() % i]);
    return order;
  }

  void turns(std::size_t carousel, int count) {
    const std::int64_t begin = since_begin();
    gather();
    if (!alternates_ || result_.rounds.empty())
      for (int i = 0; i < subjects_.carousels[carousel].settle_turns; ++i) discard_turn(carousel);
    for (int i = 0; i < count; ++i) timed_turn(carousel, result_.turns + i);
    result_.bricks_ns += since_begin() - begin;
    DisturbanceRule rule = protocol_.disturbance;
    rule.least_runs = 0;  // what is told of now may be made up for later
    surroundings_.turns_done(set_aside_disturbed(result_, rule));
  }

  void gather() { core_line_ns_ = std::max(core_line_ns_, surroundings_.gather()); }

  void discard_turn(std::size_t carousel) {
    Turn& turn = *subjects_.carousels[carousel].turn;
    turn.run(shuffled(turn.size()));
    for (std::size_t entry = 0; entry < turn.size(); ++entry) ++series(carousel, entry).discarded;
  }

  void timed_turn(std::size_t carousel, int number) {
    Turn& turn = *subjects_.carousels[carousel].turn;
    const std::vector<std::size_t> order = shuffled(turn.size());
    const std::vector<Timing> timings = turn.run(order);
    for (std::size_t place = 0; place < order.size(); ++place)
      series(carousel, order[place])
          .samples.push_back(sample(timings[place], number, static_cast<int>(place)));
  }

  Series& series(std::size_t carousel, std::size_t entry) {
    const CarouselSubject& subject = subjects_.carousels[carousel];
    if (entry + 1 == subject.turn->size()) return result_.reference;
    return result_.bricks[first_brick_[carousel] + (subject.bricks.empty() ? entry : subject.bricks[entry])];
  }

  void visit(std::size_t model, int position, int runs) {
    const std::int64_t begin = since_begin();
    gather();
    const double before = surroundings_.watch();
    Series& series = result_.models[model];
    if (!alternates_)
      series.discarded += settle(*subjects_.models[model], *surroundings_.clock, protocol_.settle);
    std::vector<Timing> timings = subjects_.models[model]->run(runs);
    const double watch_ns = std::max(before, surroundings_.watch());
    for (Timing& timing : timings) {
      if (timing.watch_ns == 0) timing.watch_ns = watch_ns;
      series.samples.push_back(sample(timing, static_cast<int>(series.samples.size()), position));
    }
    result_.models_ns += since_begin() - begin;
  }

  Sample sample(const Timing& timing, int turn, int position) const {
    return {round_index(),   turn,         position,    timing.start_ns - begin_ns_, timing.ns,
            timing.watch_ns, timing.parts, timing.looks};
  }

  const Subjects& subjects_;
  const Protocol& protocol_;
  const Surroundings& surroundings_;
  std::mt19937_64 random_;
  std::int64_t begin_ns_ = 0;
  bool alternates_ = false;               // single passes and turns
  double core_line_ns_ = 0;               // RoundRecord's, of the round in hand
  std::vector<std::size_t> first_brick_;  // of each carousel, among all
  Measurements result_;
};

}  // namespace

Measurements measure(const Subjects& subjects, const Protocol& protocol, StoppingRule& stopping,
                     const Surroundings& surroundings) {
  Harness harness(subjects, protocol, surroundings);
  surroundings.progress(0);
  harness.first_passes();
  Measurements so_far = harness.so_far();
  while (const int runs = stopping.next_runs(so_far)) {
    harness.rounds(runs);
    if (harness.interrupted()) break;
    so_far = harness.so_far();
    surroundings.progress(stopping.progress(so_far));
  }
  return harness.finish();
}

}  // namespace bricks
