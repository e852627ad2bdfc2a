#include "bench/measure/watch_brick.hpp"

#include "engine/run/parallel.hpp"

#include <cstdint>

namespace bricks {
namespace {

// Independent enough for several additions a cycle, and not for vectors.
void add_integers() {
  std::uint64_t a = 1, b = 3, c = 5, d = 7, e = 9, f = 11, g = 13, h = 15;
  for (int i = 0; i < 20'000; ++i) {
    a += b, c += d, e += f, g += h;
    b += c + 1, d += e + 3, f += g + 5, h ^= a;
    asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h));
  }
}

}  // namespace

WatchBrick::WatchBrick(Isa isa, int threads) : multiply_adds_(isa, threads, 1 << 21) {}

void WatchBrick::run(int worker, int workers) {
  multiply_adds_.run(worker, workers);
  add_integers();
  for (int i = 0; i < 32; ++i) parallel::barrier();
}

}  // namespace bricks
