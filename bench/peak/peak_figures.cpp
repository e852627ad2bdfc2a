#include "bench/peak/peak_figures.hpp"

#include "bench/measure/team_timing.hpp"
#include "engine/run/memory.hpp"
#include "engine/run/parallel.hpp"
#include "kernels/peak/peak.hpp"

#include <algorithm>

namespace bricks {
namespace {

constexpr double operations_per_run = 1e9;         // of each thread: about 5 ms
constexpr std::size_t bytes_per_run = 256u << 20;  // of each thread, at least once over its working set
constexpr std::size_t memory_bytes = 1u << 30;     // of all threads, where working_sets() may choose

// Each thread writes its result to a line of its own, so that the work is not optimised away.
struct alignas(64) Sink {
  volatile float value = 0;
};

class Probe : public TeamRunnable {
 public:
  explicit Probe(int threads) : sinks_(static_cast<std::size_t>(threads)) {}
  void run(int worker, int) final {
    sinks_[static_cast<std::size_t>(worker)].value = work(worker);
    parallel::barrier();
  }

 protected:
  virtual float work(int worker) = 0;

 private:
  std::vector<Sink> sinks_;
};

class MultiplyAdd final : public Probe {
 public:
  MultiplyAdd(Isa isa, int threads) : Probe(threads), kernels_(kernels::peak_kernels(isa)) {}
  double operations() const { return static_cast<double>(iterations()) * kernels_.flops_per_iteration; }

 private:
  std::ptrdiff_t iterations() const {
    return static_cast<std::ptrdiff_t>(operations_per_run / kernels_.flops_per_iteration);
  }
  float work(int) override { return kernels_.multiply_add(iterations()); }
  const kernels::PeakKernels& kernels_;
};

class Stream final : public Probe {
 public:
  Stream(Isa isa, int threads, std::size_t bytes, bool copy)
      : Probe(threads),
        kernels_(kernels::peak_kernels(isa)),
        copy_(copy),
        floats_(static_cast<std::ptrdiff_t>(bytes / sizeof(float))),
        sweeps_(std::max<std::size_t>(1, bytes_per_run / bytes)) {
    for (int i = 0; i < threads; ++i) blocks_.emplace_back(bytes);
  }
  double bytes() const { return static_cast<double>(floats_) * sizeof(float) * static_cast<double>(sweeps_); }

 private:
  float work(int worker) override {
    float* data = reinterpret_cast<float*>(blocks_[static_cast<std::size_t>(worker)].data());
    float sum = 0;
    for (std::size_t i = 0; i < sweeps_; ++i) {
      if (copy_)
        kernels_.copy(data, data + floats_ / 2, 0, floats_ / 2);
      else
        sum += kernels_.read(data, 0, floats_);
    }
    return sum;
  }
  const kernels::PeakKernels& kernels_;
  bool copy_;
  std::ptrdiff_t floats_;
  std::size_t sweeps_;
  std::vector<Memory> blocks_;
};

double fastest_ns(Clock& clock, int threads, TeamRunnable& probe, int repeats) {
  const std::vector<Timing> timings = TeamSubject(clock, threads, probe).run(repeats);
  return std::min_element(timings.begin(), timings.end(), [](auto& a, auto& b) { return a.ns < b.ns; })->ns;
}

double bandwidth(Clock& clock, Isa isa, const BandwidthPeak& set, bool copy, int repeats) {
  Stream stream(isa, set.threads, set.bytes, copy);
  return stream.bytes() * set.threads / fastest_ns(clock, set.threads, stream, repeats);
}

}  // namespace

std::vector<BandwidthPeak> working_sets(const Host& host, int threads) {
  std::vector<BandwidthPeak> sets;
  const std::size_t last = last_level_bytes(host), own = own_last_level_bytes(host);
  for (const Cache& cache : host.caches) {
    if (cache.type == "Instruction" || cache.bytes == 0) continue;
    const auto sharers = static_cast<std::size_t>(std::clamp(cache.sharing, 1, threads));
    sets.push_back(
        {"L" + std::to_string(cache.level), std::min(cache.bytes, own) / sharers / 4 * 3, threads});
  }
  const std::size_t memory = std::clamp(memory_bytes, 4 * last, 16 * last);
  sets.push_back({"memory", memory / static_cast<std::size_t>(threads), threads});
  return sets;
}

PeakFigures measure_peaks(Clock& clock, const Host& host, const std::vector<Isa>& isas,
                          const std::vector<int>& thread_counts, int repeats) {
  PeakFigures figures;
  for (const int threads : thread_counts) {
    for (const Isa isa : isas) {
      MultiplyAdd probe(isa, threads);
      figures.arithmetic.push_back(
          {isa, threads, probe.operations() * threads / fastest_ns(clock, threads, probe, repeats)});
    }
    for (BandwidthPeak set : working_sets(host, threads)) {
      set.read = bandwidth(clock, isas.back(), set, false, repeats);
      set.copy = bandwidth(clock, isas.back(), set, true, repeats);
      figures.bandwidth.push_back(set);
    }
  }
  return figures;
}

}  // namespace bricks
