// The benchmarks of a session a second time for each of several workers, so that they can run beside each
// other.
#pragma once

#include "bench/measure/busy_turn.hpp"
#include "bench/measure/filler.hpp"
#include "bench/measure/reference_brick.hpp"
#include "bench/session/benchmarks.hpp"

#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace bricks {

class BusyBricks {
 public:
  struct Filler {
    const Memory& memory;
    std::uint64_t bytes;  // 0: none is read
  };
  // Memory that bricks write to is each worker's own, as large as `like`; weights are those of the
  // benchmarks.
  BusyBricks(int workers, CacheState cache, const CacheSizes& sizes, const Buffers& like, Isa isa);

  // A turn of these benchmarks, which must outlive it: entry i runs benchmark entries[i]; one past the last
  // stands for an empty brick. Pieces of the filler are read in front of the bricks, each once a turn. The
  // reference stands last. watch: as for run_in_team.
  BusyTurn turn(std::span<const Benchmark> benchmarks, std::span<const std::size_t> entries,
                const Filler& filler, Clock& clock, TeamRunnable* watch);

 private:
  struct WorkerOwn {
    std::unique_ptr<CacheRestorer> restorer;
    std::shared_ptr<Buffers> buffers;
    std::unique_ptr<ReferenceBrick> reference;
    EmptyBrick empty;
    std::vector<std::unique_ptr<BrickRun>> runs;
    std::deque<FilledBrick> filled;
  };
  std::vector<TeamRunnable*> runnables(std::size_t worker, std::span<const Benchmark> benchmarks,
                                       std::span<const std::size_t> entries, const Filler& filler);

  std::vector<WorkerOwn> workers_;
};

}  // namespace bricks
