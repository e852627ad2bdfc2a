#include "bench/measure/reference_brick.hpp"

#include "engine/run/parallel.hpp"
#include "kernels/peak/peak.hpp"

namespace bricks {

ReferenceBrick::ReferenceBrick(Isa isa, int threads, double operations)
    : multiply_add_(kernels::peak_kernels(isa).multiply_add),
      iterations_(static_cast<std::ptrdiff_t>(operations / kernels::peak_kernels(isa).flops_per_iteration)),
      sinks_(static_cast<std::size_t>(threads)) {}

void ReferenceBrick::run(int worker, int) {
  sinks_[static_cast<std::size_t>(worker)].value = multiply_add_(iterations_);
  parallel::barrier();
}

void EmptyBrick::run(int, int) { parallel::barrier(); }

}  // namespace bricks
