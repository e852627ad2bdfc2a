// The benchmarks of a suite on their carousels, run by our own engine.
#pragma once

#include "bench/measure/filler.hpp"
#include "bench/measure/harness.hpp"
#include "bench/measure/watch_brick.hpp"
#include "bench/session/busy_bricks.hpp"
#include "bench/session/carousel_results.hpp"

#include <deque>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace bricks {

class CarouselBricks {
 public:
  // Plans, packs and places the bricks that are not known. suite and options have to outlive this. Throws
  // Error.
  CarouselBricks(const Suite& suite, std::span<const BenchmarkId> ids, const SessionOptions& options,
                 Clock& clock);
  CarouselBricks(const CarouselBricks&) = delete;
  CarouselBricks& operator=(const CarouselBricks&) = delete;

  std::vector<CarouselSubject> subjects();
  // Of all weight copies.
  std::span<const std::byte> weights() const { return pool_->memory(); }
  CarouselResults& results() { return results_; }

 private:
  void fill(const Carousel& carousel, const SessionOptions& options, const std::shared_ptr<Buffers>& buffers,
            Clock& clock);
  const std::shared_ptr<const Plan>& plan_of(BenchmarkId id);
  std::shared_ptr<Buffers> shared_buffers();
  void make_filler();
  std::size_t largest_arena() const;
  std::size_t count_copies();

  const Suite& suite_;
  const SessionOptions& options_;
  const CacheSizes caches_;
  std::map<BenchmarkId, std::shared_ptr<const Plan>> plans_;
  std::unique_ptr<CacheRestorer> restorer_;
  CarouselResults results_;
  std::vector<std::size_t> copies_;  // of each member, carousel by carousel
  std::unique_ptr<WeightPool> pool_;
  std::vector<Benchmark> benchmarks_;        // likewise
  std::vector<std::uint64_t> filled_bytes_;  // of each carousel
  Memory filler_;
  std::deque<FilledBrick> filled_;
  EmptyBrick empty_;
  ReferenceBrick reference_;
  WatchBrick watch_;
  std::unique_ptr<BusyBricks> busy_;  // where bricks are timed beside each other
  std::vector<TeamTurn> turns_;
  std::vector<BusyTurn> busy_turns_;
  std::vector<std::vector<std::size_t>> entries_;  // of each turn: the member that it runs
};

}  // namespace bricks
