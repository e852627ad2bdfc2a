#include "bench/measure/restorer.hpp"

#include "bench/measure/brick_run.hpp"
#include "bench/measure/cache_line.hpp"
#include "engine/run/memory.hpp"

namespace bricks {
namespace {

class Hot final : public CacheRestorer {
 public:
  void prepare(BrickRun&) override {}
  void restore(BrickRun& brick, int worker, int workers) override { brick.run(worker, workers); }
};

// Twice the last level: one sweep over exactly its size leaves a good part of the old lines where replacement
// is not strictly least recently used.
class Cold final : public CacheRestorer {
 public:
  explicit Cold(std::size_t last_level_bytes) : sweep_(2 * last_level_bytes) {}
  void prepare(BrickRun& brick) override { brick.next_copy(); }
  void restore(BrickRun&, int worker, int workers) override {
    const std::size_t count = static_cast<std::size_t>(workers), index = static_cast<std::size_t>(worker);
    const std::size_t end = sweep_.bytes() * (index + 1) / count;
    for (std::size_t i = sweep_.bytes() * index / count / cache_line * cache_line; i < end; i += cache_line)
      touch(sweep_.data()[i]);
  }

 private:
  Memory sweep_;
};

// The carousel: nothing is evicted by hand, as a turn runs every brick once, in random order and with its
// next weight copy: weights, code, page tables and branch history are as far away as in the model. Only a
// residual, which was written some layers ago, has left the second level by then. Scratch memory is at hand
// where the unit before used it too, as in a chain of 3x3 convolutions, and elsewhere not, as between the 1x1
// convolutions of a ResNet; a suite does not say which, so it is in every other run.
class Context final : public CacheRestorer {
 public:
  Context(std::size_t second_level_bytes, int threads)
      : sweep_(second_level_bytes * static_cast<std::size_t>(threads)), share_(second_level_bytes) {}
  void prepare(BrickRun& brick) override { brick.next_copy(); }
  void restore(BrickRun& brick, int worker, int workers) override {
    if (brick.runs() % 2 == 0) brick.touch_scratch(worker);
    if (!brick.has_older_input()) return brick.write_inputs(worker, workers);
    brick.write_input(1, worker, workers);
    const std::size_t begin = share_ * static_cast<std::size_t>(worker);
    for (std::size_t i = 0; i < share_; i += cache_line) touch(sweep_.data()[begin + i]);
    brick.write_input(0, worker, workers);
  }

 private:
  Memory sweep_;
  std::size_t share_;
};

}  // namespace

std::unique_ptr<CacheRestorer> make_restorer(CacheState state, const CacheSizes& sizes, int threads) {
  switch (state) {
    case CacheState::hot:
      return std::make_unique<Hot>();
    case CacheState::cold:
      return std::make_unique<Cold>(sizes.last_level);
    case CacheState::context:
      break;
  }
  return std::make_unique<Context>(sizes.second_level, threads);
}

}  // namespace bricks
