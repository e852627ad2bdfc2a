#include "bench/measure/team_timing.hpp"

#include "bench/measure/looks.hpp"
#include "engine/run/parallel.hpp"

#include <algorithm>
#include <array>

namespace bricks {
namespace {

class TeamRuns {
 public:
  TeamRuns(Clock& clock, int threads, std::span<TeamRunnable* const> order, TeamRunnable* watch)
      : clock_(clock), order_(order), looks_(clock, watch, static_cast<std::size_t>(threads)) {
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t part = 0; part < order[i]->parts(); ++part) pieces_.push_back({i, part});
  }

  // By every worker of the team.
  void run(int worker, int workers) {
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      Piece& piece = pieces_[i];
      look(i, piece.part == 0 ? watch_interval_ns : part_interval_ns, worker, workers);
      TeamRunnable& runnable = *order_[piece.run];
      if (piece.part == 0) restore(runnable, worker, workers);
      if (worker == 0) piece.start_ns = clock_.now_ns();
      runnable.run_part(piece.part, worker, workers);
      if (worker == 0) piece.ns = static_cast<double>(clock_.now_ns() - piece.start_ns);
    }
    look(pieces_.size(), 0, worker, workers);
  }

  std::vector<Timing> finish() const {
    std::vector<Timing> timings(order_.size());
    for (const Piece& piece : pieces_) {
      Timing& timing = timings[piece.run];
      if (piece.part == 0) timing.start_ns = piece.start_ns;
      timing.ns += piece.ns;
      timing.watch_ns = std::max(timing.watch_ns, piece.looks.longest());
      if (order_[piece.run]->parts() == 1)
        timing.looks = piece.looks;
      else
        timing.parts.push_back({piece.ns, piece.looks.longest(), false, piece.looks});
    }
    return timings;
  }

 private:
  struct Piece {
    std::size_t run, part;
    std::int64_t start_ns = 0;
    double ns = 0;
    LookPair looks = {};
  };

  static void restore(TeamRunnable& runnable, int worker, int workers) {
    if (worker == 0) runnable.prepare();
    parallel::barrier();
    runnable.restore(worker, workers);
    parallel::barrier();
  }

  // In front of piece `next`, where the last look was so long ago or the runs begin or end.
  void look(std::size_t next, std::int64_t interval_ns, int worker, int workers) {
    if (!looks_.watches()) return;
    bool& due = due_[next % 2];
    if (worker == 0) due = next == 0 || looks_.is_due(interval_ns);
    parallel::barrier();
    if (!due) return;
    const LookPair around = looks_.look(worker, workers);
    if (worker != 0) return;
    for (; first_unseen_ < next; ++first_unseen_) pieces_[first_unseen_].looks = around;
  }

  Clock& clock_;
  std::span<TeamRunnable* const> order_;
  Looks looks_;
  std::vector<Piece> pieces_;
  // Of two looks in turn, set by worker 0 before a barrier: a part without work has none, so worker 0 may be
  // at the next look before others have read what it said at this one.
  std::array<bool, 2> due_ = {};
  std::size_t first_unseen_ = 0;  // worker 0's
};

}  // namespace

std::vector<Timing> run_in_team(Clock& clock, int threads, std::span<TeamRunnable* const> order,
                                TeamRunnable* watch) {
  TeamRuns runs(clock, threads, order, watch);
  parallel::team(threads, [&](int worker, int workers) { runs.run(worker, workers); });
  return runs.finish();
}

std::vector<Timing> TeamSubject::run(int count) {
  const std::vector<TeamRunnable*> order(static_cast<std::size_t>(count), &runnable_);
  return run_in_team(clock_, threads_, order, watch_);
}

}  // namespace bricks
