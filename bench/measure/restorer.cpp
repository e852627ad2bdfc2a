#include "bench/measure/restorer.hpp"

#include "bench/measure/brick_run.hpp"
#include "bench/measure/input_writer.hpp"
#include "engine/run/memory.hpp"

#include <algorithm>
#include <span>

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
  Cold(const CacheSizes& sizes, Isa isa, int threads)
      : sweep_(2 * sizes.last_level), exertion_(isa, threads) {}
  void prepare(BrickRun& brick) override { brick.next_copy(); }
  void restore(BrickRun&, int worker, int workers) override {
    const WorkerShare share = share_of_lines(sweep_.bytes(), worker, workers);
    exertion_.touch({sweep_.data() + share.begin, share.bytes}, worker);
  }

 private:
  Memory sweep_;
  Exertion exertion_;
};

// The carousel: a turn runs every brick once, in random order and with its next weight copy, so weights,
// code, page tables and branch history are as far away as in the model. Nearer are what the units just before
// left: scratch memory, which every convolution of the model writes to, and a residual, which was written
// some layers ago. Both have left the second level, and the last one in part: that one keeps what is used
// again, so scratch memory is touched twice, but neighbours leave a virtual machine little of it, so as many
// other bytes are read behind them as units have gone over since. A Winograd unit of cyclegan, all caches
// swept before, takes 2.46 ms with scratch memory untouched, 2.35 touched once, 2.07 twice, 1.98 four times
// and 1.92 in its model; wide_resnet50_2's 3x3 over 128 maps of 56 px, between 1x1 ones, takes 1.33 to 1.54
// ms in the model, and 1.24 to 1.27 as a brick without those other bytes. What the unit just before uses of
// scratch memory is touched while that unit's output is written instead, all the time, as neighbours may have
// the last level a millisecond behind (scratch_sweep.hpp), or last where that output is older than the second
// levels hold. What the second levels still hold of it is touched behind their sweep: with 2 MiB each, on an
// Emerald Rapids, squeezenet_v1.1's 3x3 of 14 px took 1.11 to 1.13 of their time in the model when it was
// touched in front, and 1.04 to 1.05 behind it. Touched twice is also the memory of inputs where a model goes
// over it again and again: vrn's Relu of 2.4 MB takes 11 us in the model, 24 as a brick without, 14 with
// that, its Sum 24, 44 and 27, its BatchNormalization 21, 41 and 32.
class Context final : public CacheRestorer {
 public:
  Context(const CacheSizes& sizes, Isa isa, int threads)
      : sweep_(sizes.second_level * static_cast<std::size_t>(threads)),
        share_(sizes.second_level),
        recent_{0, sweep_.bytes()},
        older_{sweep_.bytes(), sizes.last_level},
        reused_{0, sizes.usable_last_level},
        exertion_(isa, threads),
        ageing_(exertion_, threads, core_macs_per_ns(isa), sizes) {}
  void prepare(BrickRun& brick) override {
    brick.next_copy();
    brick.next_finding();
  }
  void restore(BrickRun& brick, int worker, int workers) override {
    const bool lost_weights = brick.touch_weights(worker, workers, exertion_);
    // One worker by itself takes over nothing from others.
    const bool older_outputs = workers > 1 && brick.leave_outputs(older_, worker, workers, exertion_);
    const bool old_inputs = brick.write_old_inputs(sweep_.bytes(), worker, workers, exertion_);
    const std::span<std::byte> old_scratch = brick.old_scratch(worker, sweep_.bytes());
    exertion_.touch(old_scratch, worker);
    exertion_.touch(old_scratch, worker);
    const std::uint64_t since = std::max(brick.bytes_since_scratch(ageing_, sweep_.bytes()),
                                         brick.bytes_between_inputs(ageing_, sweep_.bytes()));
    ageing_.read_share(since, worker);
    brick.touch_new_input_memory(reused_, sweep_.bytes(), worker, workers, exertion_);
    brick.touch_new_input_memory(reused_, sweep_.bytes(), worker, workers, exertion_);
    if (lost_weights || old_inputs || older_outputs || !old_scratch.empty())
      exertion_.touch({sweep_.data() + share_ * static_cast<std::size_t>(worker), share_}, worker);
    exertion_.touch(brick.kept_scratch(worker, sweep_.bytes()), worker);
    if (workers > 1) brick.leave_outputs(recent_, worker, workers, exertion_);
    brick.write_new_inputs(sweep_.bytes(), worker, workers, exertion_, ageing_);
  }

 private:
  Memory sweep_;
  std::size_t share_;
  BrickRun::Age recent_, older_;  // still in second levels, in the last one
  BrickRun::Age reused_;
  Exertion exertion_;
  Ageing ageing_;
};

}  // namespace

std::unique_ptr<CacheRestorer> make_restorer(CacheState state, const CacheSizes& sizes, Isa isa,
                                             int threads) {
  switch (state) {
    case CacheState::hot:
      return std::make_unique<Hot>();
    case CacheState::cold:
      return std::make_unique<Cold>(sizes, isa, threads);
    case CacheState::context:
      break;
  }
  return std::make_unique<Context>(sizes, isa, threads);
}

}  // namespace bricks
