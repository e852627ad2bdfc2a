#include "kernels/peak/peak.hpp"

#include "tests/support/kernel_test.hpp"

#include <cmath>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

TEST_CASE("peak: the multiply-add probe settles at its fixed point") {
  for_each_isa([&](Isa isa) {
    const kernels::PeakKernels& peak = kernels::peak_kernels(isa);
    // Every lane of every chain is 1 after 100 halvings of its distance from 1, so the sum counts them.
    CHECK(peak.multiply_add(100) == doctest::Approx(peak.flops_per_iteration / 2));
  });
}

TEST_CASE("peak: what a core exerts itself with reads all of it and does not settle") {
  for_each_isa([&](Isa isa) {
    const kernels::PeakKernels& peak = kernels::peak_kernels(isa);
    const int lanes = isa_info(isa).lanes;
    Buffer zeros(64 * lanes, 0), ones(64 * lanes, 1);
    for (const std::ptrdiff_t size : {0, 2 * lanes, 4 * lanes, 64 * lanes}) {
      const float wandered = peak.exert(zeros.data(), size);
      CHECK(std::abs(wandered) <= 10 * lanes);
      CHECK(peak.exert(ones.data(), size) == doctest::Approx(wandered + static_cast<float>(size)));
      if (size > 0) CHECK(wandered != peak.exert(zeros.data(), size - 2 * lanes));
    }
  });
}

TEST_CASE("peak: read sums and copy copies every element once") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    for (std::ptrdiff_t size : sizes()) {
      CAPTURE(size);
      Buffer x(size), y(size, not_a_number);
      for (std::ptrdiff_t i = 0; i < size; ++i) x[i] = static_cast<float>(random_int(random, -8, 8));
      double sum = 0;
      for (std::ptrdiff_t i = 0; i < size; ++i) sum += x[i];
      for_each_thread_count([&](int threads) {
        double total = 0;
        split(size, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
          total += kernels::peak_kernels(isa).read(x.data(), begin, end);
          kernels::peak_kernels(isa).copy(x.data(), y.data(), begin, end);
        });
        CHECK(total == sum);
        check_close(y, x, {.relative = 0});
      });
    }
  });
}
