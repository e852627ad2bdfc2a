#include "bench/session/busy_bricks.hpp"

#include <algorithm>

namespace bricks {

BusyBricks::BusyBricks(int workers, CacheState cache, const CacheSizes& sizes, const Buffers& like, Isa isa)
    : workers_(static_cast<std::size_t>(workers)) {
  for (WorkerOwn& own : workers_) {
    own.restorer = make_restorer(cache, sizes, isa, 1);
    own.buffers = std::make_shared<Buffers>(like.arena.bytes(), like.shared.bytes(), like.scratch_stride, 1);
    own.reference = std::make_unique<ReferenceBrick>(isa, 1);
  }
}

BusyTurn BusyBricks::turn(std::span<const Benchmark> benchmarks, std::span<const std::size_t> entries,
                          const Filler& filler, Clock& clock, TeamRunnable* watch) {
  std::vector<std::vector<TeamRunnable*>> bricks;
  for (std::size_t worker = 0; worker < workers_.size(); ++worker)
    bricks.push_back(runnables(worker, benchmarks, entries, filler));
  return {clock, std::move(bricks), watch};
}

// Workers begin with different weight copies, so that they do not find in the cache what another has just
// read.
std::vector<TeamRunnable*> BusyBricks::runnables(std::size_t worker, std::span<const Benchmark> benchmarks,
                                                 std::span<const std::size_t> entries, const Filler& filler) {
  WorkerOwn& own = workers_[worker];
  const std::size_t before = own.runs.size();
  for (const Benchmark& benchmark : benchmarks) {
    const auto shared = benchmark.run->copies();
    std::vector<const std::byte*> copies(shared.begin(), shared.end());
    const std::size_t first = worker * copies.size() / workers_.size();
    std::rotate(copies.begin(), copies.begin() + static_cast<std::ptrdiff_t>(first), copies.end());
    own.runs.push_back(std::make_unique<BrickRun>(benchmark.plan, std::move(copies), 1, own.buffers,
                                                  benchmark.place, *own.restorer));
  }
  std::vector<TeamRunnable*> runnables;
  for (const std::size_t entry : entries) {
    if (entry < benchmarks.size())
      runnables.push_back(own.runs[before + entry].get());
    else
      runnables.push_back(&own.empty);
  }
  const std::size_t filled = filler.bytes > 0 ? runnables.size() - 1 : 0;  // all but the empty brick
  for (std::size_t i = 0; i < filled; ++i)
    runnables[i] = &own.filled.emplace_back(*runnables[i], piece_of(filler.memory, filler.bytes, i, filled));
  runnables.push_back(own.reference.get());
  return runnables;
}

}  // namespace bricks
