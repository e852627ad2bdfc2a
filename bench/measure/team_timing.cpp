#include "bench/measure/team_timing.hpp"

#include "engine/run/parallel.hpp"

#include <algorithm>
#include <limits>

namespace bricks {
namespace {

class TeamRuns {
 public:
  TeamRuns(Clock& clock, std::span<TeamRunnable* const> order, TeamRunnable* watch)
      : clock_(clock), order_(order), watch_(watch), timings_(order.size()) {}

  // By every worker of the team.
  void run(int worker, int workers) {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      look(i, worker, workers);
      if (worker == 0) order_[i]->prepare();
      parallel::barrier();
      order_[i]->restore(worker, workers);
      parallel::barrier();
      const std::int64_t start = worker == 0 ? clock_.now_ns() : 0;
      order_[i]->run(worker, workers);
      if (worker == 0) timings_[i] = {start, static_cast<double>(clock_.now_ns() - start)};
    }
    look(order_.size(), worker, workers);
  }

  std::vector<Timing> finish() { return std::move(timings_); }

 private:
  // In front of run `next`, where the last look was long ago or the runs begin or end.
  void look(std::size_t next, int worker, int workers) {
    if (watch_ == nullptr) return;
    if (worker == 0)
      due_ = next == 0 || next == order_.size() || clock_.now_ns() - looked_ns_ >= watch_interval_ns;
    parallel::barrier();
    if (!due_) return;
    double shortest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < watch_runs; ++i) {
      const std::int64_t start = worker == 0 ? clock_.now_ns() : 0;
      watch_->run(worker, workers);
      if (worker == 0) shortest = std::min(shortest, static_cast<double>(clock_.now_ns() - start));
    }
    if (worker == 0) looked(next, shortest);
  }

  // A look belongs to the runs since the one before and to those up to the next one.
  void looked(std::size_t next, double ns) {
    for (std::size_t i = first_unseen_; i < next; ++i) timings_[i].watch_ns = std::max(last_watch_ns_, ns);
    first_unseen_ = next;
    last_watch_ns_ = ns;
    looked_ns_ = clock_.now_ns();
  }

  Clock& clock_;
  std::span<TeamRunnable* const> order_;
  TeamRunnable* watch_;
  std::vector<Timing> timings_;
  // Worker 0's, but for due_, which it sets before a barrier.
  bool due_ = false;
  std::size_t first_unseen_ = 0;
  double last_watch_ns_ = 0;
  std::int64_t looked_ns_ = 0;
};

}  // namespace

std::vector<Timing> run_in_team(Clock& clock, int threads, std::span<TeamRunnable* const> order,
                                TeamRunnable* watch) {
  TeamRuns runs(clock, order, watch);
  parallel::team(threads, [&](int worker, int workers) { runs.run(worker, workers); });
  return runs.finish();
}

std::vector<Timing> TeamSubject::run(int count) {
  const std::vector<TeamRunnable*> order(static_cast<std::size_t>(count), &runnable_);
  return run_in_team(clock_, threads_, order, watch_);
}

}  // namespace bricks
