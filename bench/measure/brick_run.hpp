// A brick of our own engine, ready to be timed: one plan, one session, as many copies of its packed weights
// as its models have of it.
#pragma once

#include "bench/measure/subject.hpp"
#include "engine/run/session.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace bricks {

class CacheRestorer;

class BrickRun final : public TeamRunnable {
 public:
  // copies: of the plan's packed weights, at least one; they have to outlive this. buffers: shared with other
  // bricks.
  BrickRun(std::shared_ptr<const Plan> plan, std::vector<const std::byte*> copies, int threads,
           std::shared_ptr<Buffers> buffers, std::size_t arena_offset, CacheRestorer& restorer);

  void prepare() override;
  void restore(int worker, int workers) override;
  void run(int worker, int workers) override { session_.run(worker, workers); }

  // For restorers: the next weight copy is bound; this worker's share of all inputs is written.
  void next_copy();
  void write_inputs(int worker, int workers);
  // True where the inputs were written at different times: the last one is older (a residual).
  bool has_older_input() const;
  void write_input(std::size_t index, int worker, int workers);
  // Whether a unit computes in scratch memory; a few bytes of a thread's own are none.
  bool has_scratch() const { return plan_->scratch_bytes > least_scratch_bytes; }
  // Writes to this worker's scratch memory.
  void touch_scratch(int worker);

  Session& session() { return session_; }
  std::span<const std::byte* const> copies() const { return copies_; }

 private:
  struct Input {
    TensorType type;
    Layout layout;
    std::byte* data;
    std::size_t bytes;
    std::vector<std::byte> values;  // of integer inputs: zeros, as indices have to stay in range
  };
  static constexpr std::size_t least_scratch_bytes = 4096;
  Input make_input(std::size_t index);

  std::shared_ptr<const Plan> plan_;
  std::vector<const std::byte*> copies_;
  std::size_t copy_ = 0;
  Session session_;
  CacheRestorer& restorer_;
  std::vector<Input> inputs_;
};

}  // namespace bricks
