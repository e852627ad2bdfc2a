// A brick of our own engine, ready to be timed: one plan, one session, as many copies of its packed weights
// as its models have of it.
#pragma once

#include "bench/measure/ageing.hpp"
#include "bench/measure/rotation.hpp"
#include "bench/measure/subject.hpp"
#include "decompose/extract/last_touch.hpp"
#include "engine/run/session.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace bricks {

class CacheRestorer;
struct WorkerShare;

// Where a brick lies, and what it is to find there; of a default one only what the shapes of its inputs tell.
struct BrickPlace {
  std::size_t arena_offset = 0;        // as Session's
  std::vector<Finding> findings = {};  // in every run another one, each as often as its executions say
  // Where the restorer does so at all, and with them what came before: scratch memory and residuals. False:
  // only what outgrows the last level.
  bool ages_inputs = true;
  // Of its weights, which its model finds in the last level: so much of what a turn does not.
  double lost_weights_share = 0;
};

class BrickRun final : public TeamRunnable {
 public:
  // copies: of the plan's packed weights, at least one; they have to outlive this. buffers: shared with other
  // bricks; null: its own.
  BrickRun(std::shared_ptr<const Plan> plan, std::vector<const std::byte*> copies, int threads,
           std::shared_ptr<Buffers> buffers, const BrickPlace& place, CacheRestorer& restorer);

  void prepare() override;
  void restore(int worker, int workers) override;
  void run(int worker, int workers) override { session_.run(worker, workers); }

  // Of the memory of outputs that was touched so many bytes ago: caches of more bytes hold it, smaller ones
  // do not.
  struct Age {
    std::uint64_t from = 0, to = 0;
    bool holds(std::uint64_t bytes) const { return from <= bytes && bytes < to; }
  };
  // For restorers, by all workers but for the first two: the next weight copy is bound, and what comes is
  // what the next of the executions finds; the weights' bytes are read as far as the model keeps them; the
  // memory of outputs of an age is touched, and all inputs are written, by those that do so in the model.
  // Whether there are such weights, or is such memory as far as is known, is returned.
  void next_copy();
  void next_finding() { finding_ = rotation_.next(); }
  bool touch_weights(int worker, int workers, Exertion& exertion);
  bool leave_outputs(Age age, int worker, int workers, Exertion& exertion);
  // Inputs that the model made long ago, and the others, to which ageing happens meanwhile. Whether there are
  // such ones is returned. Long ago: the one of two that was made earlier (a residual), and what has left
  // caches of so many bytes that would hold it (what the model is given, which it only comes back to in the
  // next pass).
  bool write_old_inputs(std::size_t cache_bytes, int worker, int workers, Exertion& exertion);
  // The memory that the others are going to be written to, where something of an age was there before. A line
  // is older than what was there last: of the unit that touched it the rest came behind, and of the one that
  // writes the input what comes in front, each about as many bytes as the input has.
  void touch_new_input_memory(Age age, std::size_t cache_bytes, int worker, int workers, Exertion& exertion);
  void write_new_inputs(std::size_t cache_bytes, int worker, int workers, Exertion& exertion, Ageing& ageing);
  // The one of two inputs that the model made longer ago; none where it made them together.
  std::optional<std::size_t> older_input() const;
  // A worker's scratch memory but for what the unit before it in the model uses, too, and which is touched
  // while inputs are written (write_new_inputs), or by itself where all are older. It is kept, or else old,
  // all of it: kept in caches of so many bytes that hold it beside what units have gone over since, twice. A
  // few bytes of a thread's own are neither.
  std::span<std::byte> old_scratch(int worker, std::size_t cache_bytes);
  std::span<std::byte> kept_scratch(int worker, std::size_t cache_bytes);
  // What the model has gone over since scratch memory was used (where that is not known: since the unit began
  // that wrote the newest input), and between the oldest of the inputs that it made long ago and the newest
  // of the others; as far as it is known. None where all of it stays in the last level: it is the model's
  // own. None since scratch memory that is kept.
  std::uint64_t bytes_since_scratch(const Ageing& ageing, std::size_t cache_bytes) const;
  std::uint64_t bytes_between_inputs(const Ageing& ageing, std::size_t cache_bytes) const;

  Session& session() { return session_; }
  std::span<const std::byte* const> copies() const { return copies_; }

 private:
  struct Input {
    std::size_t index;
    TensorType type;
    Layout layout;
    std::byte* data;
    std::size_t bytes;
    std::vector<std::byte> values;  // of integer inputs: zeros, as indices have to stay in range
  };
  static constexpr std::size_t least_scratch_bytes = 4096;
  Input make_input(std::size_t index);
  bool is_old(std::size_t index, std::size_t cache_bytes) const;
  // Whether the last level lets go of what was there before it, and of its own beginning.
  bool ages(const Input& input, const Ageing& ageing) const;
  void write_input(std::size_t index, int worker, int workers, Exertion& exertion, Ageing* ageing);
  // What findings leave open is guessed.
  void complete(LastTouch& touch) const;
  // What is written over an input is not touched before, and what has several names (Identity) only once.
  void forget_covered_outputs();
  // In the present run.
  const LastTouch& last_touch() const { return findings_[finding_].touch; }
  const InputTouch& left(const Input& input) const { return last_touch().inputs[input.index]; }
  std::span<std::byte> output(std::size_t index);
  WorkerShare share_of_input(const Input& input, Spread spread, int worker, int workers) const;
  void write_share(const Input& input, const WorkerShare& share, int worker, Exertion& exertion,
                   Ageing* ageing);
  void write_aged_share(const Input& input, const WorkerShare& share, int worker, Exertion& exertion,
                        Ageing& ageing);
  bool has_scratch() const { return plan_->scratch_bytes > least_scratch_bytes; }
  bool keeps_scratch(std::size_t cache_bytes) const;
  std::span<std::byte> scratch_in_use(int worker);
  std::span<std::byte> scratch_not_in_use(int worker);
  bool writes_new_inputs(std::size_t cache_bytes) const;
  bool leave_output(std::size_t index, Age age, int worker, int workers, Exertion& exertion);

  std::shared_ptr<const Plan> plan_;
  std::vector<const std::byte*> copies_;
  std::size_t copy_ = 0;
  Session session_;
  CacheRestorer& restorer_;
  std::vector<Finding> findings_;
  Rotation rotation_;
  std::size_t finding_ = 0;
  bool ages_inputs_;
  std::uint64_t lost_weights_percent_;
  std::vector<Input> inputs_;
};

}  // namespace bricks
