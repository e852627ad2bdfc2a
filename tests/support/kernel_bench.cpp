#include "tests/support/kernel_bench.hpp"

#include "kernels/peak/peak.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <omp.h>

namespace bricks::test {
namespace {

std::vector<BenchFamily>& families() {
  static std::vector<BenchFamily> list;
  return list;
}

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

// Memory beyond every cache, shared by all bandwidth rounds: 256 MiB.
constexpr std::ptrdiff_t read_floats = std::ptrdiff_t{64} << 20;
std::vector<float>& read_memory() {
  static std::vector<float> memory(static_cast<std::size_t>(read_floats), 1.0f);
  return memory;
}

struct Round {
  double seconds, rate, peak_rate;
};

// Work per second of the peak probe, run by every thread of an open parallel region; about 2 ms.
class PeakProbe {
 public:
  PeakProbe(const BenchSettings& s, const BenchCase& c)
      : settings_(s),
        kernels_(kernels::peak_kernels(s.isa)),
        peak_(c.peak),
        copied_floats_(c.peak == Peak::copy ? static_cast<std::ptrdiff_t>(c.work / 8) : 0),
        copies_(1 + (std::ptrdiff_t{4} << 20) / (copied_floats_ + 1)),
        from_(copied_floats_),
        to_(copied_floats_) {}
  double work() const {
    if (peak_ == Peak::copy) return 8.0 * static_cast<double>(copied_floats_ * copies_);
    return peak_ == Peak::read_bandwidth ? 4.0 * read_floats
                                         : kernels_.flops_per_iteration * iterations * settings_.threads;
  }
  void run(int thread) {
    if (peak_ == Peak::copy) {
      for (std::ptrdiff_t i = 0; i < copies_; ++i)
        kernels_.copy(from_.data(), to_.data(), copied_floats_ * thread / settings_.threads,
                      copied_floats_ * (thread + 1) / settings_.threads);
      return;
    }
    volatile float keep;
    if (peak_ == Peak::read_bandwidth)
      keep = kernels_.read(read_memory().data(), read_floats * thread / settings_.threads,
                           read_floats * (thread + 1) / settings_.threads);
    else
      keep = kernels_.multiply_add(iterations);
    (void)keep;
  }

 private:
  static constexpr std::ptrdiff_t iterations = 1 << 20;
  const BenchSettings& settings_;
  const kernels::PeakKernels& kernels_;
  Peak peak_;
  std::ptrdiff_t copied_floats_, copies_;
  AlignedFloats from_, to_;
};

std::vector<Round> measure(const BenchSettings& settings, const BenchCase& c) {
  PeakProbe probe(settings, c);
  std::vector<Round> rounds(static_cast<std::size_t>(settings.rounds));
  int calls = 1;
  double start = 0, middle = 0;
#pragma omp parallel num_threads(settings.threads)
  {
    const int thread = omp_get_thread_num();
    for (int warm = 0; warm < 2; ++warm) {
#pragma omp barrier
#pragma omp master
      start = now();
      c.run(thread);
#pragma omp barrier
#pragma omp master
      calls = std::max(1, static_cast<int>(0.01 / (now() - start)));
    }
    for (Round& round : rounds) {
#pragma omp barrier
#pragma omp master
      start = now();
#pragma omp barrier
      probe.run(thread);
#pragma omp barrier
#pragma omp master
      middle = now();
#pragma omp barrier
      for (int i = 0; i < calls; ++i) {
        c.run(thread);
#pragma omp barrier
      }
#pragma omp master
      {
        const double seconds = (now() - middle) / calls;
        round = {seconds, c.work / seconds, probe.work() / (middle - start)};
      }
    }
  }
  return rounds;
}

}  // namespace

void bench(const BenchSettings& settings, const BenchCase& c) {
  std::vector<Round> rounds = measure(settings, c);
  const auto seconds = std::min_element(rounds.begin(), rounds.end(), [](const Round& a, const Round& b) {
                         return a.seconds < b.seconds;
                       })->seconds;
  const auto middle = rounds.begin() + static_cast<std::ptrdiff_t>(rounds.size() / 2);
  std::nth_element(rounds.begin(), middle, rounds.end(), [](const Round& a, const Round& b) {
    return a.rate / a.peak_rate < b.rate / b.peak_rate;
  });
  std::printf("%-44s %d  %9.4f ms %8.1f %s  %5.1f %% of %.0f\n", c.name.c_str(), settings.threads,
              seconds * 1e3, c.work / seconds * 1e-9, c.peak == Peak::multiply_add ? "GFLOP/s" : "GB/s   ",
              100 * middle->rate / middle->peak_rate, middle->peak_rate * 1e-9);
  std::fflush(stdout);
}

RegisterBench::RegisterBench(BenchFamily family) { families().push_back(family); }

}  // namespace bricks::test

// kernels_bench [FILTER] [ISA] [THREADS]: cases whose name contains FILTER.
int main(int argc, char** argv) {
  using namespace bricks;
  const std::string filter = argc > 1 ? argv[1] : "";
  test::BenchSettings settings;
  if (argc > 2) {
    const std::optional<Isa> isa = isa_from_name(argv[2]);
    if (!isa || !isa_supported(*isa))
      return std::fprintf(stderr, "kernels_bench: no ISA %s here\n", argv[2]), 2;
    settings.isa = *isa;
  }
  const int most = argc > 3 ? std::atoi(argv[3]) : 2;
  for (settings.threads = argc > 3 ? most : 1; settings.threads <= most; ++settings.threads)
    for (test::BenchFamily family : test::families()) family(settings, filter);
  return 0;
}
