// What every kernel test needs: seeded random data, size lists, all ISAs, work splits, guarded buffers,
// comparison.
#pragma once

#include "kernels/isa/isa.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <random>
#include <ranges>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace bricks::test {

inline constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

using Random = std::mt19937;

// BRICKS_TEST_SEED repeats a run; the seed stands in the message of every failed check.
inline unsigned test_seed() {
  static const unsigned seed = [] {
    const char* given = std::getenv("BRICKS_TEST_SEED");
    const unsigned value =
        given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device{}();
    std::cout << "BRICKS_TEST_SEED=" << value << '\n';
    return value;
  }();
  return seed;
}
inline Random seeded_random() { return Random(test_seed()); }
// Of what takes long, a third where it is emulated or sanitized: every run has others.
#if defined(BRICKS_SLOW_TESTS)
inline constexpr int one_in = 3;
#else
inline constexpr int one_in = 1;
#endif
constexpr int some_of(int problems) { return problems / one_in; }
template <class Range>
auto some_of(const Range& all) {
  std::vector<std::ranges::range_value_t<Range>> some;
  for (std::size_t i = test_seed() % one_in; i < std::size(all); i += one_in) some.push_back(all[i]);
  return some;
}
inline int random_int(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

// Floats of any alignment above that of float, with guard elements behind the end that check_guards reads
// back.
class Buffer {
 public:
  explicit Buffer(std::ptrdiff_t size, float fill = 0.0f, std::ptrdiff_t misalignment = 1)
      : size_(size),
        offset_(misalignment),
        storage_(static_cast<std::size_t>(size + misalignment + guard), guard_value) {
    std::fill_n(data(), size, fill);
  }
  float* data() { return storage_.data() + offset_; }
  const float* data() const { return storage_.data() + offset_; }
  std::ptrdiff_t size() const { return size_; }
  float& operator[](std::ptrdiff_t i) { return data()[i]; }
  float operator[](std::ptrdiff_t i) const { return data()[i]; }
  bool guards_intact() const {
    const auto is_guard = [](float v) { return v == guard_value; };
    return std::all_of(storage_.begin(), storage_.begin() + offset_, is_guard) &&
           std::all_of(storage_.begin() + offset_ + size_, storage_.end(), is_guard);
  }

 private:
  static constexpr std::ptrdiff_t guard = 32;
  static constexpr float guard_value = -12345.678f;
  std::ptrdiff_t size_, offset_;
  std::vector<float> storage_;
};

inline Buffer random_buffer(Random& random, std::ptrdiff_t size, float low = -1.0f, float high = 1.0f) {
  Buffer buffer(size);
  std::uniform_real_distribution<float> values(low, high);
  for (std::ptrdiff_t i = 0; i < size; ++i) buffer[i] = values(random);
  return buffer;
}

// Empty, 1 to 10, powers of two and their neighbours.
inline std::vector<std::ptrdiff_t> sizes() {
  return {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000};
}

template <class Body>
void for_each_isa(Body body) {
  for (const IsaInfo& info : isa_list)
    if (isa_supported(info.isa)) {
      const std::string name(info.name);
      CAPTURE(name);
      body(info.isa);
    }
}

template <class Body>
void for_each_thread_count(Body body) {
  for (int threads = 1; threads <= 4; ++threads) {
    CAPTURE(threads);
    body(threads);
  }
}

// Calls body(begin, end) for the share of each of `threads` threads; kernels own no threads, so running the
// shares one after the other shows whether the split changes the result.
template <class Body>
void split(std::ptrdiff_t work, int threads, Body body) {
  for (int t = 0; t < threads; ++t) body(work * t / threads, work * (t + 1) / threads);
}

struct Tolerance {
  double relative = 1e-5;  // of the largest expected magnitude
  double magnitude = 0;    // at least this much: that of the operands where a few results may all cancel
};

// Of a sum of so many products of two numbers from -1 to 1, whose rounding is relative to what is added up
// and not to what comes out: where outputs are few, all of them may cancel (kernels/linear, seed 3624214615).
inline double deviation_of_products(std::ptrdiff_t count) {
  return std::sqrt(static_cast<double>(count)) / 3;
}

inline void check_close(const Buffer& actual, const Buffer& expected, Tolerance tolerance) {
  const unsigned seed = test_seed();
  CAPTURE(seed);
  REQUIRE(actual.size() == expected.size());
  REQUIRE(actual.guards_intact());
  double largest = tolerance.magnitude, worst = 0;
  std::ptrdiff_t where = -1;
  for (std::ptrdiff_t i = 0; i < expected.size(); ++i)
    if (std::isfinite(expected[i])) largest = std::max(largest, std::abs(static_cast<double>(expected[i])));
  for (std::ptrdiff_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(expected[i]) && std::isnan(actual[i])) continue;
    if (expected[i] == actual[i]) continue;
    const double error = std::abs(static_cast<double>(actual[i]) - static_cast<double>(expected[i]));
    if (error <= worst) continue;
    where = i;
    worst = std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
  }
  CAPTURE(where);
  CHECK(worst <= tolerance.relative * largest);
}

}  // namespace bricks::test
