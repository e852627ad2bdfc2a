// What happens to an input while its layer writes it.
//
// A layer takes milliseconds over an output that a loop writes in a fraction of one, and reads weights and an
// input of its own meanwhile: what it wrote first is farther down in the caches by then, or gone. More so on
// a virtual machine, whose last level others use too. vgg16's first pool takes 0.36 ms in the model, 0.19
// behind a loop that writes its input, 0.25 behind one that reads as many bytes as the convolution, 0.29
// behind one that takes 6 ms, 0.34 behind both; its convolutions of 128 channels at 112 px 5.37, 5.05, 5.04,
// 5.3, 5.37 ms. Times of 3, 6 and 12 ms made no difference to that.
#pragma once

#include "bench/measure/clock.hpp"
#include "decompose/extract/last_touch.hpp"
#include "engine/run/memory.hpp"
#include "kernels/isa/isa.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bricks {

class Ageing {
 public:
  static constexpr double longest_ns = 5e6;
  // Of multiply-adds, to what fast algorithms leave of them: vgg16 takes 0.45 of the time of all of its own.
  static constexpr double saved_by_algorithms = 2;

  // Of a team's workers, whose cores share so many bytes of the last level and do so many multiply-adds a
  // nanosecond each.
  Ageing(std::size_t last_level_bytes, int workers, double macs_per_ns, Clock& clock = monotonic_clock());

  // A worker's part of the memory, read round and round.
  struct alignas(64) Reader {
    std::span<const std::byte> piece;
    std::size_t at = 0;
    void read_line();
  };

  // While one worker writes its share of an input.
  class Share {
   public:
    // Reads, and waits, for as much of its time as these bytes are of the share.
    void wrote(std::size_t bytes);

   private:
    friend Ageing;
    Ageing* ageing_ = nullptr;
    Reader* reader_ = nullptr;
    double bytes_per_byte_ = 0, ns_per_byte_ = 0;
    std::int64_t begin_ns_ = 0;
    double written_ = 0, read_ = 0;
  };
  Share begin(const InputTouch& input, std::size_t share_bytes, int worker);

 private:
  Memory memory_;
  std::vector<Reader> readers_;
  double team_macs_per_ns_;
  Clock& clock_;
};

// Multiply-adds a nanosecond of this core, measured now; takes half a millisecond.
double core_macs_per_ns(Isa isa);

}  // namespace bricks
