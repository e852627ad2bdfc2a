#include "bench/measure/gathering.hpp"

#include "bench/measure/clock.hpp"
#include "bench/measure/exertion.hpp"
#include "engine/run/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <limits>
#include <memory>
#include <mutex>

namespace bricks {
namespace {

constexpr int rallies = 5;    // the quickest counts
constexpr int strokes = 100;  // of a rally
constexpr std::int64_t sleep_ns = 500'000;

std::int64_t first_gathering_ns = GatheringRule::default_first_budget_ns;

class Gathering {
 public:
  double gather(int threads) {
    double last_ns = 0;
    parallel::team(threads, [&](int worker, int workers) {
      for (std::int64_t before = 0;;) {
        const double line_ns = farthest_line_ns(worker, workers);
        if (worker == 0) {
          const std::int64_t now = clock_.now_ns();
          goes_on_ = rule_.is_worth_trying(line_ns, before == 0 ? 0 : now - before, now);
          before = now;
          last_ns = line_ns;
        }
        parallel::barrier();
        if (!goes_on_) return;
        sleep_and_wake(worker, workers);
      }
    });
    return last_ns;
  }

 private:
  // Worker 0's: what a line takes to the worker that is farthest.
  double farthest_line_ns(int worker, int workers) {
    double farthest = 0;
    for (int other = 1; other < workers; ++other) {
      double quickest = std::numeric_limits<double>::max();
      for (int i = 0; i < rallies; ++i) quickest = std::min(quickest, rally_ns(worker, other));
      farthest = std::max(farthest, quickest);
    }
    return farthest;
  }

  // Worker 0 and another one write to a line in turn.
  double rally_ns(int worker, int other) {
    if (worker == 0) stroke_ = 0;
    parallel::barrier();
    const std::int64_t start = clock_.now_ns();
    if (worker == 0 || worker == other)
      for (int next = worker == 0 ? 0 : 1; next < strokes; next += 2) {
        while (stroke_ != next) {
        }
        stroke_ = next + 1;
      }
    parallel::barrier();
    return static_cast<double>(clock_.now_ns() - start) / strokes;
  }

  // One wakes the others, each in turn: it is not known whose place others want.
  void sleep_and_wake(int worker, int workers) {
    if (worker == calls_ % workers)
      wake_others();
    else
      sleep();
    parallel::barrier();
    if (worker == 0) ++calls_, called_ = false;
    parallel::barrier();
  }

  void wake_others() {
    wait_until(clock_, clock_.now_ns() + sleep_ns);
    {
      const std::lock_guard lock(mutex_);
      called_ = true;
    }
    call_.notify_all();
  }

  void sleep() {
    std::unique_lock lock(mutex_);
    call_.wait(lock, [&] { return called_; });
  }

  Clock& clock_ = monotonic_clock();
  GatheringRule rule_{first_gathering_ns};
  bool goes_on_ = false;
  alignas(64) std::atomic<int> stroke_ = 0;
  int calls_ = 0;
  bool called_ = false;
  std::mutex mutex_;
  std::condition_variable call_;
};

}  // namespace

bool GatheringRule::is_worth_trying(double line_ns, std::int64_t spent_ns, std::int64_t now_ns) {
  if (begin_ns_ == 0) begin_ns_ = now_ns, least_ns_ = line_ns;
  least_ns_ = std::min(least_ns_, line_ns);
  most_ns_ = std::max(most_ns_, line_ns);
  spent_ns_ += spent_ns;
  const std::int64_t budget_ns =
      first_budget_ns_ + (were_together_and_apart() ? (now_ns - begin_ns_) / budget_divisor : 0);
  return is_apart(line_ns) && spent_ns_ < budget_ns;
}

bool GatheringRule::is_apart(double line_ns) const {
  if (!share_no_cache(line_ns)) return false;
  return !were_together_and_apart() || least_ns_ < least_change * line_ns;
}

void set_first_gathering_ns(std::int64_t first_budget_ns) { first_gathering_ns = first_budget_ns; }

double gather_cores(int threads) {
  static Gathering gathering;
  return threads > 1 && threads <= parallel::physical_cores() ? gathering.gather(threads) : 0;
}

std::function<double()> gather_and_warm_up(Isa isa, int threads) {
  return [threads, exertion = std::make_shared<Exertion>(isa, threads)] {
    const double line_ns = gather_cores(threads);
    exertion->warm_up();
    return line_ns;
  };
}

}  // namespace bricks
