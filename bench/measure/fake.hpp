// Clocks that tests move, and runnables that move them by known amounts.
#pragma once

#include "bench/measure/clock.hpp"
#include "bench/measure/subject.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

namespace bricks {

// Stands still; any worker of a team may read or move it.
class FakeClock final : public Clock {
 public:
  std::int64_t now_ns() override { return now_; }
  void advance(std::int64_t ns) { now_ += ns; }

 private:
  std::atomic<std::int64_t> now_ = 1'000'000;  // not zero, so that a forgotten subtraction shows
};

// Every look at it takes 10 ns.
class TickingClock final : public Clock {
 public:
  std::int64_t now_ns() override { return now_ += 10; }
  std::int64_t passed() const { return now_; }

 private:
  std::int64_t now_ = 0;
};

// The cost of its runs in turn; the last one for ever after.
class Costs {
 public:
  explicit Costs(std::vector<std::int64_t> costs) : costs_(std::move(costs)) {}
  std::int64_t next() { return costs_[std::min(runs_++, costs_.size() - 1)]; }
  std::size_t runs() const { return runs_; }

 private:
  std::vector<std::int64_t> costs_;
  std::size_t runs_ = 0;
};

class FakeSubject final : public Subject {
 public:
  FakeSubject(FakeClock& clock, std::vector<std::int64_t> costs) : clock_(clock), costs_(std::move(costs)) {}
  std::vector<Timing> run(int count) override {
    std::vector<Timing> timings;
    for (int i = 0; i < count; ++i) {
      const std::int64_t start = clock_.now_ns(), cost = costs_.next();
      clock_.advance(cost);
      timings.push_back({start, static_cast<double>(cost)});
    }
    return timings;
  }
  std::size_t runs() const { return costs_.runs(); }

 private:
  FakeClock& clock_;
  Costs costs_;
};

// Restoring costs `untimed`, which no timing may show.
class FakeBrick final : public TeamRunnable {
 public:
  FakeBrick(FakeClock& clock, std::vector<std::int64_t> costs, std::int64_t untimed = 0)
      : clock_(clock), costs_(std::move(costs)), untimed_(untimed) {}
  void prepare() override { clock_.advance(untimed_); }
  void restore(int, int) override { clock_.advance(untimed_); }
  void run(int, int) override { clock_.advance(costs_.next()); }
  std::size_t runs() const { return costs_.runs(); }

 private:
  FakeClock& clock_;
  Costs costs_;
  std::int64_t untimed_;
};

// One run in as many parts as there are costs.
class FakeParts final : public TeamRunnable {
 public:
  FakeParts(FakeClock& clock, std::vector<std::int64_t> costs) : clock_(clock), costs_(std::move(costs)) {}
  std::size_t parts() const override { return costs_.size(); }
  void run_part(std::size_t part, int, int) override { clock_.advance(costs_[part]); }
  void run(int worker, int workers) override {
    for (std::size_t part = 0; part < costs_.size(); ++part) run_part(part, worker, workers);
  }

 private:
  FakeClock& clock_;
  std::vector<std::int64_t> costs_;
};

}  // namespace bricks
