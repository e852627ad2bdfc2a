#include "kernels/batchnorm/batchnorm.hpp"

#include "kernels/batchnorm/batchnorm_reference.hpp"
#include "tests/support/blocked.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::Activation;
using kernels::ActivationKind;

TEST_CASE("batchnorm: blocked and plain, every ISA and split, equal the reference") {
  Random random = seeded_random();
  const Activation activations[] = {{},
                                    {ActivationKind::relu},
                                    {ActivationKind::leaky_relu, 0.1f},
                                    {ActivationKind::clip, 0.0f, 0.5f},
                                    {ActivationKind::tanh}};
  for_each_isa([&](Isa isa) {
    for (int round = 0; round < 60; ++round) {
      const kernels::BatchNormShape shape = {random_int(random, 0, 3), random_int(random, 1, 40),
                                             round % 3 == 0 ? 1 : random_int(random, 0, 150)};
      const Activation f = activations[round % std::size(activations)];
      const std::ptrdiff_t count = shape.batch * shape.channels * shape.spatial;
      const Buffer x = random_buffer(random, count);
      const Buffer scale = random_buffer(random, shape.channels),
                   shift = random_buffer(random, shape.channels);
      Buffer expected(count);
      kernels::reference::batchnorm(shape, x.data(), scale.data(), shift.data(), expected.data(), f);
      const Buffer x_blocked = to_blocked(x, shape.batch, shape.channels, shape.spatial, isa);
      const Buffer scale_blocked = to_blocked(scale, 1, shape.channels, 1, isa);
      const Buffer shift_blocked = to_blocked(shift, 1, shape.channels, 1, isa);
      for_each_thread_count([&](int threads) {
        Buffer y(count, not_a_number);
        split(count, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
          kernels::batchnorm_kernels(isa).plain(shape, x.data(), scale.data(), shift.data(), y.data(), f,
                                                begin, end);
        });
        check_close(y, expected, {.relative = 1e-6, .magnitude = 1});
        Buffer blocked = x_blocked;
        split(x_blocked.size() / isa_info(isa).lanes, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
          kernels::batchnorm_kernels(isa).blocked(shape, blocked.data(), scale_blocked.data(),
                                                  shift_blocked.data(), blocked.data(), f, begin, end);
        });
        check_close(to_plain(blocked, shape.batch, shape.channels, shape.spatial, isa), expected,
                    {.relative = 1e-6, .magnitude = 1});
      });
    }
  });
}

TEST_CASE("batchnorm: folding the statistics keeps the meaning of gamma, beta, mean, variance and epsilon") {
  const float gamma[] = {2, -1}, beta[] = {0.5f, 3}, mean[] = {1, -4}, variance[] = {0.25f, 0};
  float scale[2], shift[2];
  kernels::fold_batch_normalization(gamma, beta, mean, variance, 0.0625, 2, scale, shift);
  CHECK(scale[0] == doctest::Approx(2 / std::sqrt(0.3125)));
  CHECK(shift[0] == doctest::Approx(0.5 - 2 / std::sqrt(0.3125)));
  CHECK(scale[1] == doctest::Approx(-4));
  CHECK(shift[1] == doctest::Approx(3 - 16));
}
