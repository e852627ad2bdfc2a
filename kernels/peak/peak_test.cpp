#include "kernels/peak/peak.hpp"

#include "tests/support/kernel_test.hpp"

#include <cstddef>
#include <vector>

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

TEST_CASE("peak: a core exerts itself with as many products as it is told") {
  for_each_isa([&](Isa isa) {
    const kernels::PeakKernels& peak = kernels::peak_kernels(isa);
    const Buffer twos(kernels::exertion_floats, 2);
    const float step = peak.exert(twos.data(), 1);
    // Products of 2 and 2, at least four rows of two vectors.
    CHECK(step >= 4 * 2 * 4 * isa_info(isa).lanes);
    CHECK(peak.exert(twos.data(), 0) == 0);
    CHECK(peak.exert(twos.data(), 1000) == 1000 * step);
    Buffer bytes(320, 0);
    auto* memory = reinterpret_cast<std::byte*>(bytes.data());
    CHECK(peak.exert_touching(twos.data(), memory, 1280) == 10 * step);
    CHECK(peak.exert_reading(twos.data(), memory, 1280) == 10 * step);
    CHECK(peak.exert_filling(twos.data(), bytes.data(), 320) == 10 * step);
  });
}

TEST_CASE("peak: a byte of every cache line is touched, others are not") {
  for_each_isa([&](Isa isa) {
    const Buffer x(kernels::exertion_floats, 1);
    for (const std::ptrdiff_t size : {0, 1, 64, 65, 128, 129, 191, 1000}) {
      CAPTURE(size);
      std::vector<std::byte> bytes(static_cast<std::size_t>(size));
      kernels::peak_kernels(isa).exert_touching(x.data(), bytes.data(), size);
      for (std::size_t i = 0; i < bytes.size(); ++i)
        CHECK(bytes[i] == (i % 64 == 0 ? std::byte{1} : std::byte{0}));
    }
  });
}

TEST_CASE("peak: a tensor is filled with the table over and over") {
  for_each_isa([&](Isa isa) {
    Buffer x(kernels::exertion_floats, 0);
    for (std::ptrdiff_t i = 0; i < kernels::exertion_floats; ++i) x[i] = static_cast<float>(i);
    for (const std::ptrdiff_t size : sizes()) {
      CAPTURE(size);
      Buffer y(size, not_a_number), expected(size, 0);
      for (std::ptrdiff_t i = 0; i < size; ++i) expected[i] = x[i % kernels::exertion_floats];
      kernels::peak_kernels(isa).exert_filling(x.data(), y.data(), size);
      check_close(y, expected, {.relative = 0});
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
