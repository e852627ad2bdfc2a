#include "engine/run/branches.hpp"

#include "engine/error.hpp"
#include "engine/plan/unit_order.hpp"
#include "engine/run/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace bricks {
namespace {

// Which units need which, by the values that they pass on; the same for every run.
struct Dependencies {
  explicit Dependencies(const Plan& plan) : consumers(plan.units.size()) {
    const UnitOrder order(plan.graph, plan.units);
    for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
      needs.push_back(order.producers(unit).size());
      for (const std::size_t producer : order.producers(unit)) consumers[producer].push_back(unit);
    }
  }
  std::vector<std::vector<std::size_t>> consumers;
  std::vector<std::size_t> needs;  // producers of every unit
};

}  // namespace

// One TBB task a worker, each of which takes units until all are done: a sleeping thread costs as much to
// wake as a small unit takes.
class BranchExecutor::Impl {
 public:
  Impl(Session& session, int workers, MayOverlap may_overlap)
      : session_(session),
        may_overlap_(std::move(may_overlap)),
        workers_(workers),
        dependencies_(session.plan()),
        scratch_bytes_(session.plan().scratch_bytes),
        shared_bytes_(session.plan().shared_bytes),
        scratch_(scratch_bytes_ * static_cast<std::size_t>(workers)),
        shared_(shared_bytes_ * static_cast<std::size_t>(workers)),
        limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(workers)),
        arena_(workers, 1) {}

  void run(std::vector<UnitRun>* log) {
    begin(log);
    arena_.execute([this] {
      tbb::task_group others;
      for (int i = 1; i < workers_; ++i) others.run([this] { work_settled(); });
      work_settled();
      others.wait();
    });
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  // TBB's tasks begin after it with or without the lock, but ThreadSanitizer does not see into TBB's library.
  void begin(std::vector<UnitRun>* log) {
    const std::lock_guard lock(mutex_);
    log_ = log;
    waiting_for_ = dependencies_.needs;
    left_ = waiting_for_.size();
    for (std::size_t unit = 0; unit < waiting_for_.size(); ++unit)
      if (waiting_for_[unit] == 0) ready_.push_back(unit);
  }

  // TBB's threads come and go, so each is put on its core for a run only. A tbb::task_scheduler_observer
  // would tell of them, but the program may end, and lose what TBB allocates for it, while a thread leaves.
  void work_settled() {
    const int worker = tbb::this_task_arena::current_thread_index();
    parallel::settled(worker, workers_, [&] { work(worker); });
  }

  // A worker that finds nothing looks again only after some unit has ended, so that it does not stand in the
  // way of those that run.
  void work(int worker) {
    std::unique_lock lock(mutex_);
    while (left_ > 0) {
      const std::size_t unit = take();
      const unsigned seen = ended_;
      lock.unlock();
      if (unit == none) {
        while (ended_ == seen) std::this_thread::yield();
        lock.lock();
        continue;
      }
      const UnitRun run = run_unit(unit, worker);
      lock.lock();
      end(run);
    }
  }

  std::size_t take() {
    const auto first = std::find_if(ready_.begin(), ready_.end(), [this](std::size_t unit) {
      return !may_overlap_ || std::all_of(running_.begin(), running_.end(),
                                          [&](std::size_t other) { return may_overlap_(unit, other); });
    });
    if (first == ready_.end()) return none;
    const std::size_t unit = *first;
    ready_.erase(first);
    running_.push_back(unit);
    return unit;
  }

  UnitRun run_unit(std::size_t unit, int worker) {
    const auto slot = static_cast<std::size_t>(worker);
    UnitRun run{unit, worker, log_ ? steady_ns() : 0, 0};
    session_.run_unit(unit, {0, 1, scratch_.data() + slot * scratch_bytes_},
                      shared_.data() + slot * shared_bytes_);
    if (log_) run.end_ns = steady_ns();
    return run;
  }

  void end(const UnitRun& run) {
    running_.erase(std::find(running_.begin(), running_.end(), run.unit));
    for (const std::size_t consumer : dependencies_.consumers[run.unit])
      if (--waiting_for_[consumer] == 0)
        ready_.insert(std::upper_bound(ready_.begin(), ready_.end(), consumer), consumer);
    if (log_ && session_.plan().units[run.unit].kernel) log_->push_back(run);
    --left_;
    ++ended_;
  }

  Session& session_;
  MayOverlap may_overlap_;
  int workers_;
  Dependencies dependencies_;
  std::size_t scratch_bytes_, shared_bytes_;
  Memory scratch_, shared_;
  tbb::global_control limit_;  // TBB starts no more threads than there are cores without being told
  tbb::task_arena arena_;

  std::mutex mutex_;  // of all below
  std::vector<UnitRun>* log_ = nullptr;
  std::vector<std::size_t> waiting_for_;  // producers of every unit that are not done
  std::vector<std::size_t> ready_;        // ordered
  std::vector<std::size_t> running_;
  std::size_t left_ = 0;
  std::atomic<unsigned> ended_ = 0;  // also read without the lock
};

BranchExecutor::BranchExecutor(Session& session, int workers, MayOverlap may_overlap) {
  if (!session.plan().options.branches)
    throw Error(
        "a plan of units in a row cannot run branches at once, expected one made with branches = true");
  if (workers < 1) throw Error(std::to_string(workers) + " workers, expected at least 1");
  impl_ = std::make_unique<Impl>(session, workers, std::move(may_overlap));
}

BranchExecutor::~BranchExecutor() = default;

void BranchExecutor::run(std::vector<UnitRun>* log) { impl_->run(log); }

}  // namespace bricks
