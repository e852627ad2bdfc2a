#include "bench/measure/busy_turn.hpp"

#include "bench/measure/looks.hpp"
#include "engine/run/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace bricks {
namespace {

Timing run_alone(TeamRunnable& brick, Clock& clock) {
  brick.prepare();
  brick.restore(0, 1);
  const std::int64_t start = clock.now_ns();
  brick.run(0, 1);
  return {start, static_cast<double>(clock.now_ns() - start)};
}

class BusyRuns {
 public:
  BusyRuns(Clock& clock, std::size_t workers, std::span<const std::size_t> order, TeamRunnable* watch)
      : clock_(clock), order_(order), looks_(clock, watch, workers), timings_(order.size()) {}

  // By every worker of the team, with its own bricks.
  void run(std::span<TeamRunnable* const> bricks, int worker, int workers) {
    look(worker, workers);
    while (begin_ < order_.size()) {
      parallel::alone([&] { run_stretch(bricks); });
      parallel::barrier();
      look(worker, workers);
    }
  }

  std::vector<Timing> finish() { return std::move(timings_); }

 private:
  // Entries up to end_ are timed. What keeps the last ones company stands half a turn away, so that its
  // weights are in no cache when it is timed.
  void run_stretch(std::span<TeamRunnable* const> bricks) {
    while (!is_over()) {
      const std::size_t place = take();
      const bool is_timed = place < end_;
      if (!is_timed && is_over()) return;
      const std::size_t entry = is_timed ? place : (place + order_.size() / 2) % order_.size();
      const Timing timing = run_alone(*bricks[order_[entry]], clock_);
      if (!is_timed) continue;
      timings_[place] = timing;
      ++timed_;
    }
  }

  bool is_over() const { return begin_ + timed_ == end_; }

  std::size_t take() {
    const std::lock_guard lock(mutex_);
    if (next_ > begin_ && next_ < end_ && looks_.is_due(busy_interval_ns)) end_ = next_;
    return next_++;
  }

  // Between two stretches; the first look is before any.
  void look(int worker, int workers) {
    const double watch_ns = looks_.look(worker, workers).longest();
    if (worker == 0) begin_next(watch_ns);
    parallel::barrier();
  }

  void begin_next(double watch_ns) {
    for (std::size_t place = begin_; place < end_; ++place) timings_[place].watch_ns = watch_ns;
    begin_ = next_ = end_.load();
    end_ = order_.size();
    timed_ = 0;
  }

  Clock& clock_;
  std::span<const std::size_t> order_;
  Looks looks_;
  std::vector<Timing> timings_;
  std::size_t begin_ = 0;  // written between barriers, by worker 0 alone

  std::mutex mutex_;  // of next_, and of lowering end_
  std::size_t next_ = 0;
  std::atomic<std::size_t> end_ = 0, timed_ = 0;
};

}  // namespace

std::vector<Timing> BusyTurn::run(std::span<const std::size_t> order) {
  BusyRuns runs(clock_, bricks_.size(), order, watch_);
  parallel::team(static_cast<int>(bricks_.size()), [&](int worker, int workers) {
    runs.run(bricks_[static_cast<std::size_t>(worker)], worker, workers);
  });
  return runs.finish();
}

}  // namespace bricks
