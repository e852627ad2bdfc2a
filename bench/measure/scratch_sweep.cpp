#include "bench/measure/scratch_sweep.hpp"

#include "bench/measure/cache_line.hpp"

#include <algorithm>

namespace bricks {

ScratchSweep::ScratchSweep(Exertion& exertion, int worker, std::span<std::byte> scratch,
                           std::size_t input_bytes)
    : exertion_(exertion), worker_(worker), scratch_(scratch), input_bytes_(input_bytes) {
  touch_ahead();
}

void ScratchSweep::wrote(std::size_t bytes) {
  written_ += bytes;
  touch_ahead();
}

// An input is written by tables.
void ScratchSweep::touch_ahead() {
  const double ahead = static_cast<double>(written_ + Exertion::table_bytes),
               all = static_cast<double>(std::max<std::size_t>(input_bytes_, 1));
  const double due = std::min(1.0, ahead / all) * static_cast<double>(sweeps * scratch_.size());
  const std::size_t end = static_cast<std::size_t>(due) / cache_line * cache_line;
  while (touched_ < end) touch_next(end - touched_);
}

void ScratchSweep::until(Clock& clock, std::int64_t ns) {
  if (scratch_.empty()) return exertion_.until(clock, ns, worker_);
  while (clock.now_ns() < ns) touch_next(part_bytes);
}

// To the memory's end at most.
void ScratchSweep::touch_next(std::size_t bytes) {
  bytes = std::min(bytes, scratch_.size() - at_);
  exertion_.touch(scratch_.subspan(at_, bytes), worker_);
  at_ = (at_ + bytes) % scratch_.size();
  touched_ += bytes;
}

}  // namespace bricks
