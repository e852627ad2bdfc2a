// What happens to an input while its layer writes it.
//
// A layer takes milliseconds over an output that a loop writes in a fraction of one: what it wrote first is
// farther down in the caches by then, or gone, as others use a virtual machine's last level too. So an input
// is written as slowly as in its model. Reading as many bytes beside as the layer does was tried: vgg16's
// first pool takes 0.36 ms in the model, 0.19 behind a loop that writes its input, 0.25 behind one that
// reads, 0.29 behind one that takes 6 ms, 0.34 behind both; but over 41 models (two sessions of each in
// turns) the time alone had a mean error of 1.07 % and a bias of -0.1, both had 1.40 and +0.7: convolutions
// of residual networks were 1 to 3 % too slow. Times of 3, 6 and 12 ms made no difference.
#pragma once

#include "bench/measure/clock.hpp"
#include "bench/measure/exertion.hpp"
#include "decompose/extract/last_touch.hpp"
#include "kernels/isa/isa.hpp"

#include <cstddef>
#include <cstdint>

namespace bricks {

class Ageing {
 public:
  static constexpr double longest_ns = 5e6;
  // Of multiply-adds, to what fast algorithms leave of them: vgg16 takes 0.45 of the time of all of its own.
  static constexpr double saved_by_algorithms = 2;

  // Of a team of so many workers, whose cores do so many multiply-adds a nanosecond each.
  Ageing(Exertion& exertion, int workers, double macs_per_ns, Clock& clock = monotonic_clock());

  // While one worker writes its share of an input.
  class Share {
   public:
    // Waits for as much of its time as these bytes are of the share, hard at work.
    void wrote(std::size_t bytes);

   private:
    friend Ageing;
    Share(Ageing& of, int worker, double ns_per_byte);
    Ageing& of_;
    int worker_;
    double ns_per_byte_;
    std::int64_t begin_ns_;
    double written_ = 0;
  };
  Share begin(const InputTouch& input, std::size_t share_bytes, int worker);

 private:
  Exertion& exertion_;
  double team_macs_per_ns_;
  Clock& clock_;
};

// Multiply-adds a nanosecond of this core, measured now; takes half a millisecond.
double core_macs_per_ns(Isa isa);

}  // namespace bricks
