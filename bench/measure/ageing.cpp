#include "bench/measure/ageing.hpp"

#include "bench/measure/cache_line.hpp"
#include "bench/measure/filler.hpp"
#include "bench/measure/reference_brick.hpp"

#include <algorithm>
#include <limits>

namespace bricks {

// Twice the last level, as it may keep a good part of what is just as large.
Ageing::Ageing(std::size_t last_level_bytes, int workers, double macs_per_ns, Clock& clock)
    : memory_(filler_memory(2 * last_level_bytes)),
      team_macs_per_ns_(saved_by_algorithms * macs_per_ns * workers),
      clock_(clock) {
  const auto count = static_cast<std::size_t>(workers);
  for (std::size_t i = 0; i < count; ++i) readers_.push_back({piece_of(memory_, memory_.bytes(), i, count)});
}

Ageing::Share Ageing::begin(const InputTouch& input, std::size_t share_bytes, int worker) {
  Share share;
  share.ageing_ = this;
  share.reader_ = &readers_[static_cast<std::size_t>(worker)];
  const double bytes = std::min(static_cast<double>(input.bytes_since), static_cast<double>(memory_.bytes()));
  const double ns = std::min(static_cast<double>(input.macs_since) / team_macs_per_ns_, longest_ns);
  const auto all = static_cast<double>(std::max<std::size_t>(share_bytes, 1));
  share.bytes_per_byte_ = bytes / static_cast<double>(readers_.size()) / all;
  share.ns_per_byte_ = ns / all;
  share.begin_ns_ = clock_.now_ns();
  return share;
}

void Ageing::Share::wrote(std::size_t bytes) {
  written_ += static_cast<double>(bytes);
  for (; read_ + cache_line <= written_ * bytes_per_byte_; read_ += cache_line) reader_->read_line();
  wait_until(ageing_->clock_, begin_ns_ + static_cast<std::int64_t>(written_ * ns_per_byte_));
}

void Ageing::Reader::read_line() {
  if (piece.empty()) return;
  touch_to_read(piece.subspan(at, 1));
  at += cache_line;
  if (at >= piece.size()) at = 0;
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
