#include "bench/measure/ageing.hpp"

#include "bench/measure/reference_brick.hpp"

#include <algorithm>
#include <limits>

namespace bricks {

Ageing::Ageing(Exertion& exertion, int workers, double macs_per_ns, Clock& clock)
    : exertion_(exertion), team_macs_per_ns_(saved_by_algorithms * macs_per_ns * workers), clock_(clock) {}

Ageing::Share Ageing::begin(const InputTouch& input, std::size_t share_bytes, int worker) {
  const double ns = std::min(static_cast<double>(input.macs_since) / team_macs_per_ns_, longest_ns);
  return {*this, worker, ns / static_cast<double>(std::max<std::size_t>(share_bytes, 1))};
}

Ageing::Share::Share(Ageing& of, int worker, double ns_per_byte)
    : of_(of), worker_(worker), ns_per_byte_(ns_per_byte), begin_ns_(of.clock_.now_ns()) {}

void Ageing::Share::wrote(std::size_t bytes) {
  written_ += static_cast<double>(bytes);
  of_.exertion_.until(of_.clock_, begin_ns_ + static_cast<std::int64_t>(written_ * ns_per_byte_), worker_);
}

double core_macs_per_ns(Isa isa) {
  ReferenceBrick brick(isa, 1);
  auto quickest = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < 3; ++i) {
    const std::int64_t begin = monotonic_clock().now_ns();
    brick.run(0, 1);
    quickest = std::min(quickest, monotonic_clock().now_ns() - begin);
  }
  return ReferenceBrick::reference_operations / 2 / static_cast<double>(std::max<std::int64_t>(quickest, 1));
}

}  // namespace bricks
