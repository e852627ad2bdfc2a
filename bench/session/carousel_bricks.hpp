// The benchmarks of a suite on their carousels: everything that a session times but whole models.
#pragma once

#include "bench/measure/filler.hpp"
#include "bench/measure/harness.hpp"
#include "bench/measure/reference_brick.hpp"
#include "bench/session/busy_bricks.hpp"
#include "bench/session/carousels.hpp"
#include "bench/session/measure_session.hpp"

#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace bricks {

class CarouselBricks {
 public:
  // Plans, packs and places the bricks; those that options.known holds in rounds enough are left out. suite
  // and options have to outlive this. Throws Error.
  CarouselBricks(const Suite& suite, std::span<const BenchmarkId> ids, const SessionOptions& options,
                 Clock& clock);

  std::vector<CarouselSubject> subjects();

  // Rounds that the benchmarks still need to have options.runs of them.
  int missing_runs() const;

  // All benchmarks, those that were known behind those that were measured; samples that were known of the
  // latter stand before the new ones.
  void report(const Measurements& measured, SessionResult& result) const;

  // The samples since the last call as results of options.system, with the time that they took.
  std::vector<BrickResult> fresh_results(const Measurements& measured);

 private:
  void fill(const Carousel& carousel, const SessionOptions& options, const std::shared_ptr<Buffers>& buffers,
            Clock& clock);
  void make_filler(std::size_t last_level_bytes);
  std::size_t largest_arena() const;
  std::size_t count_copies(std::size_t last_level_bytes);
  BrickReport report_of(const Carousel& carousel, const CarouselMember& member, const Plan& plan,
                        const Series& series) const;

  const Suite& suite_;
  const SessionOptions& options_;
  std::unique_ptr<CacheRestorer> restorer_;
  std::vector<Carousel> carousels_, known_;
  std::vector<std::shared_ptr<const Plan>> plans_, known_plans_;  // of each member, carousel by carousel
  std::vector<std::size_t> copies_;                               // likewise
  std::unique_ptr<WeightPool> pool_;
  std::vector<Benchmark> benchmarks_;        // likewise
  std::vector<std::uint64_t> filled_bytes_;  // of each carousel
  Memory filler_;
  std::deque<FilledBrick> filled_;
  EmptyBrick empty_;
  ReferenceBrick reference_;
  std::unique_ptr<BusyBricks> busy_;  // where bricks are timed beside each other
  std::vector<TeamTurn> turns_;
  std::vector<BusyTurn> busy_turns_;
  std::vector<std::vector<std::size_t>> entries_;  // of each turn: the member that it runs
  std::vector<std::size_t> handed_out_;            // samples of each series
  std::int64_t handed_out_ns_ = 0;
};

}  // namespace bricks
