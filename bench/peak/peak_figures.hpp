// What the machine does at most, measured: multiply-adds in registers, and reading from every level of
// memory.
#pragma once

#include "bench/host/host.hpp"
#include "bench/measure/clock.hpp"
#include "kernels/isa/isa.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace bricks {

struct ArithmeticPeak {
  Isa isa;
  int threads = 1;
  double gflops = 0;  // 1e9 operations a second, all threads; a multiply-add is two
};

struct BandwidthPeak {
  std::string level;      // "L1", "L2", "L3", "memory"
  std::size_t bytes = 0;  // that a thread goes over again and again
  int threads = 1;
  double read = 0, copy = 0;  // GB/s, all threads; a copied byte counts twice: it is read and written
};

struct PeakFigures {
  std::vector<ArithmeticPeak> arithmetic;
  std::vector<BandwidthPeak> bandwidth;
};

// Bytes for each thread that fit into a level and not into the one below it: three quarters of a cache's
// share of one thread, of the last level's own part (own_last_level_bytes). For memory four times the last
// level, and sixteen times within 1 GiB: of four times some is still there at the next sweep, as the level
// keeps not just what was used last.
std::vector<BandwidthPeak> working_sets(const Host& host, int threads);

// Every ISA in `isas` at every thread count; bandwidth with the last of them. The fastest of `repeats` runs
// counts: a peak is what the machine can do when nothing disturbs it.
PeakFigures measure_peaks(Clock& clock, const Host& host, const std::vector<Isa>& isas,
                          const std::vector<int>& thread_counts, int repeats = 10);

}  // namespace bricks
