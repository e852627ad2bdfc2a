// What kernel benchmarks share: threads, timing in rounds that alternate with the machine's own peak, one
// table.
//
// Clocks drift and neighbours interfere, so a kernel's rate is divided by the peak rate measured in the same
// round; the share printed is the median over rounds, the time is the fastest.
#pragma once

#include "kernels/isa/isa.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bricks::test {

struct BenchSettings {
  Isa isa = best_isa();
  int threads = 1;
  int rounds = 15;
};

// What a kernel is compared with: multiply-adds in registers, reading memory front to back, or copying as
// many bytes as the kernel reads and writes, which happens in the same level of the caches.
enum class Peak : unsigned char { multiply_add, read_bandwidth, copy };

struct BenchCase {
  std::string name;
  double work;  // floating-point operations, or bytes, of one call
  Peak peak = Peak::multiply_add;
  std::function<void(int thread)> run;  // the share of one thread
};

// Times a case and prints its row: milliseconds, GFLOP/s or GB/s, share of the peak.
void bench(const BenchSettings& settings, const BenchCase& c);

// 64-byte aligned and zero; alive as long as the object.
class AlignedFloats {
 public:
  explicit AlignedFloats(std::ptrdiff_t size) : storage_(static_cast<std::size_t>(size) + 16) {}
  float* data() {
    const auto address = reinterpret_cast<std::size_t>(storage_.data());
    return storage_.data() + (64 - address % 64) % 64 / sizeof(float);
  }

 private:
  std::vector<float> storage_;
};

// A family's benchmark: runs all its cases whose name contains `filter`.
using BenchFamily = void (*)(const BenchSettings& settings, const std::string& filter);
struct RegisterBench {
  explicit RegisterBench(BenchFamily family);
};

}  // namespace bricks::test
