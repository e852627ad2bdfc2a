#include "bench/measure/exertion.hpp"

#include "engine/run/parallel.hpp"
#include "kernels/peak/peak.hpp"

#include <random>

namespace bricks {

Exertion::Exertion(Isa isa, int workers)
    : exert_(kernels::peak_kernels(isa).exert), workers_(static_cast<std::size_t>(workers)) {
  std::mt19937 random(1);
  for (Worker& worker : workers_)
    for (float& value : worker.values) value = static_cast<float>(random() % 4096) / 2048.0f - 1.0f;
}

void Exertion::until(Clock& clock, std::int64_t ns, int worker) {
  Worker& own = workers_[static_cast<std::size_t>(worker)];
  while (clock.now_ns() < ns) {
    own.sink = exert_(own.values + own.at, floats_at_a_time);
    own.at = (own.at + floats_at_a_time) % floats;
  }
}

void Exertion::warm_up() {
  const std::int64_t end = monotonic_clock().now_ns() + warm_up_ns;
  parallel::team(static_cast<int>(workers_.size()),
                 [&](int worker, int) { until(monotonic_clock(), end, worker); });
}

}  // namespace bricks
