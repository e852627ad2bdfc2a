// Scratch memory in use while an input is written, as by the unit that writes it.
//
// Winograd's method reads all of it for every tile of output channels, every 0.6 ms for vgg16's 3x3 over 512
// maps of 28 px, so that the last level keeps it whatever neighbours do. Left alone for the 5 ms that the
// input is written over, that brick took 12 to 35 ms on a Zen 3 whose neighbours go over 20 GB/s, at most 11
// in its model and 8 to 10 while its scratch memory is touched all the time: the input's transform writes 36
// lines a tile, each of which then comes from memory.
#pragma once

#include "bench/measure/clock.hpp"
#include "bench/measure/exertion.hpp"

#include <cstddef>
#include <span>

namespace bricks {

// One worker touches its scratch memory `sweeps` times at least, evenly, ahead of each part of an input that
// it writes.
class ScratchSweep {
 public:
  // Of an input that is written at once. The last level keeps what is used again.
  static constexpr std::size_t sweeps = 2;

  // Touches what comes ahead of the first part. input_bytes: all that the worker is going to write; ahead of
  // none comes everything.
  ScratchSweep(Exertion& exertion, int worker, std::span<std::byte> scratch, std::size_t input_bytes);
  // Touches what comes ahead of the next part.
  void wrote(std::size_t bytes);
  // Goes on, round and round, until then.
  void until(Clock& clock, std::int64_t ns);
  std::size_t touched_bytes() const { return touched_; }

 private:
  static constexpr std::size_t part_bytes = 16384;  // of until: some microseconds
  void touch_ahead();
  void touch_next(std::size_t bytes);

  Exertion& exertion_;
  int worker_;
  std::span<std::byte> scratch_;
  std::size_t input_bytes_, written_ = 0, touched_ = 0, at_ = 0;
};

}  // namespace bricks
