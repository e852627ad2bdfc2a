// Fixed work: multiply-adds in registers that no cache and no model can slow down. When its time moves, the
// machine's clock or a neighbour did it.
#pragma once

#include "bench/measure/subject.hpp"
#include "kernels/isa/isa.hpp"

#include <cstddef>
#include <vector>

namespace bricks {

class ReferenceBrick final : public TeamRunnable {
 public:
  // About 0.1 ms, in every turn.
  static constexpr double reference_operations = 1 << 24;

  ReferenceBrick(Isa isa, int threads, double operations = reference_operations);
  void run(int worker, int workers) override;

 private:
  // A cache line for each worker, so that they do not disturb each other.
  struct alignas(64) Sink {
    volatile float value = 0;
  };
  float (*multiply_add_)(std::ptrdiff_t);
  std::ptrdiff_t iterations_;
  std::vector<Sink> sinks_;
};

// Nothing but the barrier that ends every run: what timing costs a brick, and what stays of it.
class EmptyBrick final : public TeamRunnable {
 public:
  void run(int worker, int workers) override;
};

}  // namespace bricks
