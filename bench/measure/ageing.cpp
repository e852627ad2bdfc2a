#include "bench/measure/ageing.hpp"

#include "bench/measure/cache_line.hpp"
#include "bench/measure/filler.hpp"
#include "bench/measure/reference_brick.hpp"
#include "bench/measure/scratch_sweep.hpp"

#include <algorithm>
#include <limits>

namespace bricks {

Ageing::Ageing(Exertion& exertion, int workers, double macs_per_ns, const CacheSizes& caches, Clock& clock)
    : exertion_(exertion),
      team_macs_per_ns_(saved_by_algorithms * macs_per_ns * workers),
      second_levels_(caches.second_level * static_cast<std::size_t>(workers)),
      usable_last_level_(caches.usable_last_level),
      beside_bytes_(2 * caches.last_level),
      beside_(static_cast<std::size_t>(workers)),
      clock_(clock) {}

Ageing::Share Ageing::begin(const InputTouch& input, std::size_t share_bytes, std::size_t input_bytes,
                            int worker, ScratchSweep& scratch) {
  const double ns = std::min(static_cast<double>(input.macs_since) / team_macs_per_ns_, longest_ns);
  const double read = input_bytes <= second_levels_
                          ? 0
                          : static_cast<double>(std::min<std::uint64_t>(input.bytes_since, beside_bytes_));
  return {*this, worker, ns / static_cast<double>(std::max<std::size_t>(share_bytes, 1)),
          read / static_cast<double>(std::max<std::size_t>(input_bytes, 1)), scratch};
}

std::size_t Ageing::read_share(std::uint64_t bytes, int worker) {
  const auto share = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, beside_bytes_)) /
                     beside_.size() / cache_line * cache_line;
  if (share > 0) read(share, worker);
  return share;
}

void Ageing::read(std::size_t bytes, int worker) {
  auto& [memory, at] = beside_[static_cast<std::size_t>(worker)];
  if (memory.bytes() == 0) memory = filler_memory(beside_bytes_ / beside_.size());
  if (at + bytes > memory.bytes()) at = 0;
  bytes = std::min(bytes, memory.bytes());
  exertion_.touch_to_read({memory.data() + at, bytes}, worker);
  at += bytes;
}

Ageing::Share::Share(Ageing& of, int worker, double ns_per_byte, double read_per_byte, ScratchSweep& scratch)
    : of_(of),
      worker_(worker),
      ns_per_byte_(ns_per_byte),
      read_per_byte_(read_per_byte),
      begin_ns_(of.clock_.now_ns()),
      scratch_(scratch) {}

void Ageing::Share::wrote(std::size_t bytes) {
  written_ += static_cast<double>(bytes);
  const auto due = static_cast<std::size_t>(written_ * read_per_byte_) / cache_line * cache_line;
  if (due > read_) of_.read(due - read_, worker_);
  read_ = std::max(read_, due);
  scratch_.until(of_.clock_, begin_ns_ + static_cast<std::int64_t>(written_ * ns_per_byte_));
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
