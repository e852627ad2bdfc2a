// What happens to an input while its layer writes it, and to what was there before it.
//
// A layer takes milliseconds over an output that a loop writes in a fraction of one: what it wrote first is
// farther down in the caches by then, or gone, as others use a virtual machine's last level too. So an input
// is written as slowly as in its model. vgg16's first pool takes 0.36 ms in the model, 0.19 behind a loop
// that writes its input, 0.29 behind one that takes 6 ms. Times of 3, 6 and 12 ms made no difference.
//
// A layer also reads beside, so what it wrote has only a part of the last level. An input larger than the
// second levels is written with as much read beside it as its model's units have gone over since: the 3x3
// convolution over 240x320 pixels of depth_nyu takes 2.6 ms in the model and 2.24 as a brick without, 2.40
// with that. Fourteen models, two sessions of each in turns: mean error 1.7 % and bias -1.1 without, 1.1 and
// -0.35 with. Beside smaller inputs, which the second levels hold, it was tried before and made convolutions
// of residual networks 1 to 3 % too slow. Behind scratch memory and a residual as much is read as units have
// gone over since, or until the newer input (restorer.cpp).
#pragma once

#include "bench/measure/cache_sizes.hpp"
#include "bench/measure/clock.hpp"
#include "bench/measure/exertion.hpp"
#include "decompose/extract/last_touch.hpp"
#include "engine/run/memory.hpp"
#include "kernels/isa/isa.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bricks {

class ScratchSweep;

class Ageing {
 public:
  static constexpr double longest_ns = 5e6;
  // Of multiply-adds, to what fast algorithms leave of them: vgg16 takes 0.45 of the time of all of its own.
  static constexpr double saved_by_algorithms = 2;

  // Of a team of so many workers, whose cores do so many multiply-adds a nanosecond each.
  Ageing(Exertion& exertion, int workers, double macs_per_ns, const CacheSizes& caches,
         Clock& clock = monotonic_clock());

  // Whether an input has left the last level in part before it is read, wherever its model's weights are.
  bool outgrows_cache(const InputTouch& input, std::size_t input_bytes) const {
    return input.bytes_since + input_bytes > usable_last_level_;
  }

  // While one worker writes its share of an input.
  class Share {
   public:
    // Reads as much beside, and waits for as much of its time, as these bytes are of the share, hard at work.
    void wrote(std::size_t bytes);
    std::size_t bytes_read() const { return read_; }

   private:
    friend Ageing;
    Share(Ageing& of, int worker, double ns_per_byte, double read_per_byte, ScratchSweep& scratch);
    Ageing& of_;
    int worker_;
    double ns_per_byte_, read_per_byte_;
    std::int64_t begin_ns_;
    double written_ = 0;
    std::size_t read_ = 0;
    ScratchSweep& scratch_;
  };
  // input_bytes: of all shares together. scratch: what the worker waits in, of no bytes where it uses none;
  // has to outlive the share.
  Share begin(const InputTouch& input, std::size_t share_bytes, std::size_t input_bytes, int worker,
              ScratchSweep& scratch);
  // One worker reads its share of so many other bytes, as units do; all workers together read twice the last
  // level's at most. Returns how many it read.
  std::size_t read_share(std::uint64_t bytes, int worker);

 private:
  void read(std::size_t bytes, int worker);

  Exertion& exertion_;
  double team_macs_per_ns_;
  // What layers read, of one worker. Its first read makes it, as most sessions read nothing beside.
  struct Beside {
    Memory memory = {};
    std::size_t at = 0;
  };
  std::size_t second_levels_, usable_last_level_;
  std::size_t beside_bytes_;    // of all workers together
  std::vector<Beside> beside_;  // of each worker
  Clock& clock_;
};

// Multiply-adds a nanosecond of this core, measured now; takes half a millisecond.
double core_macs_per_ns(Isa isa);

}  // namespace bricks
