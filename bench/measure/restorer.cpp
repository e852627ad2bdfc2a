#include "bench/measure/restorer.hpp"

#include "bench/measure/brick_run.hpp"
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
    for (std::size_t i = sweep_.bytes() * index / count / line * line; i < end; i += line)
      touch(sweep_.data()[i]);
  }

 private:
  static constexpr std::size_t line = 64;
  static void touch(std::byte& byte) { *static_cast<volatile std::byte*>(&byte) = std::byte{1}; }
  Memory sweep_;
};

// The carousel: nothing is evicted by hand. As a turn runs every brick once, in random order and with its
// next weight copy, weights, code, page tables and branch history are as far away as in the model.
class Context final : public CacheRestorer {
 public:
  void prepare(BrickRun& brick) override { brick.next_copy(); }
  void restore(BrickRun& brick, int worker, int workers) override { brick.write_inputs(worker, workers); }
};

}  // namespace

std::unique_ptr<CacheRestorer> make_restorer(CacheState state, std::size_t last_level_bytes) {
  switch (state) {
    case CacheState::hot:
      return std::make_unique<Hot>();
    case CacheState::cold:
      return std::make_unique<Cold>(last_level_bytes);
    case CacheState::context:
      break;
  }
  return std::make_unique<Context>();
}

}  // namespace bricks
