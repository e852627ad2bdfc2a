#include "kernels/instancenorm/instancenorm.hpp"

#include "kernels/instancenorm/instancenorm_reference.hpp"
#include "tests/support/blocked.hpp"
#include "tests/support/kernel_test.hpp"

#include <limits>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::Activation;
using kernels::ActivationKind;

namespace {
const Activation activations[] = {
    {}, {ActivationKind::relu}, {ActivationKind::leaky_relu, 0.2f}, {ActivationKind::sigmoid}};
}

TEST_CASE("instance normalisation: blocked and plain, every ISA and split, equal the reference") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    const std::ptrdiff_t lanes = isa_info(isa).lanes;
    for (int round = 0; round < 40; ++round) {
      const kernels::InstanceNormShape shape = {random_int(random, 0, 2), random_int(random, 1, 40),
                                                random_int(random, 1, round % 4 == 0 ? 3000 : 100), 1e-3f};
      const Activation f = activations[round % std::size(activations)];
      const std::ptrdiff_t planes = shape.batch * shape.channels;
      const Buffer x = random_buffer(random, planes * shape.spatial);
      const Buffer scale = random_buffer(random, shape.channels),
                   shift = random_buffer(random, shape.channels);
      Buffer expected(x.size());
      for (std::ptrdiff_t p = 0; p < planes; ++p)
        kernels::reference::normalize(x.data() + p * shape.spatial, scale.data() + p % shape.channels,
                                      shift.data() + p % shape.channels, 0,
                                      expected.data() + p * shape.spatial, shape.spatial, shape.epsilon, f);
      const Buffer x_blocked = to_blocked(x, shape.batch, shape.channels, shape.spatial, isa);
      const Buffer scale_blocked = to_blocked(scale, 1, shape.channels, 1, isa);
      const Buffer shift_blocked = to_blocked(shift, 1, shape.channels, 1, isa);
      for_each_thread_count([&](int threads) {
        Buffer y(x.size(), not_a_number), blocked = x_blocked;
        split(planes, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
          kernels::instancenorm_kernels(isa).plain(shape, x.data(), scale.data(), shift.data(), y.data(), f,
                                                   begin, end);
        });
        split(
            x_blocked.size() / shape.spatial / lanes, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
              kernels::instancenorm_kernels(isa).blocked(shape, blocked.data(), scale_blocked.data(),
                                                         shift_blocked.data(), blocked.data(), f, begin, end);
            });
        check_close(y, expected, {.relative = 2e-6, .magnitude = 1});
        check_close(to_plain(blocked, shape.batch, shape.channels, shape.spatial, isa), expected,
                    {.relative = 2e-6, .magnitude = 1});
      });
    }
  });
}

TEST_CASE(
    "instance normalisation: a mean a thousand times the deviation costs no accuracy but the input's own") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    const kernels::InstanceNormShape shape = {1, 1, 4096, 0.0f};
    const Buffer x = random_buffer(random, shape.spatial, 999.0f, 1001.0f);
    const float one = 1, none = 0;
    Buffer y(shape.spatial), expected(shape.spatial);
    kernels::reference::normalize(x.data(), &one, &none, 0, expected.data(), shape.spatial, 0, {});
    kernels::instancenorm_kernels(isa).plain(shape, x.data(), &one, &none, y.data(), {}, 0, 1);
    check_close(y, expected, {.relative = 1e-4});
  });
}

TEST_CASE("normalisation: the mean of values that are nearly alike is not rounded to one float") {
  // 1 + k / 2^23, k of 0 to 3: their mean lies between two floats, and the deviation is that of k.
  const float ulp = std::numeric_limits<float>::epsilon();
  for_each_isa([&](Isa isa) {
    const std::ptrdiff_t lanes = isa_info(isa).lanes;
    for (const std::ptrdiff_t count : {2, 7, 64, 5000}) {
      const kernels::InstanceNormShape shape = {1, 1, count, 0.0f};
      Buffer x(count), expected(count), y(count);
      for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = 1 + static_cast<float>(i * i % 7 % 4) * ulp;
      const Buffer scale(lanes, 1.0f), shift(lanes, 0.0f);
      kernels::reference::normalize(x.data(), scale.data(), shift.data(), 0, expected.data(), count, 0, {});
      kernels::instancenorm_kernels(isa).plain(shape, x.data(), scale.data(), shift.data(), y.data(), {}, 0,
                                               1);
      check_close(y, expected, {.relative = 2e-6, .magnitude = 1});
      Buffer blocked = to_blocked(x, 1, 1, count, isa);
      kernels::instancenorm_kernels(isa).blocked(shape, blocked.data(), scale.data(), shift.data(),
                                                 blocked.data(), {}, 0, 1);
      check_close(to_plain(blocked, 1, 1, count, isa), expected, {.relative = 2e-6, .magnitude = 1});
    }
  });
}

TEST_CASE("layer normalisation: rows of any length, with and without shift, every ISA and split") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    for (int round = 0; round < 40; ++round) {
      const kernels::LayerNormShape shape = {random_int(random, 0, 9),
                                             random_int(random, 1, round % 4 == 0 ? 3000 : 100), 1e-5f};
      const Activation f = activations[round % std::size(activations)];
      const Buffer x = random_buffer(random, shape.rows * shape.length, -3, 5);
      const Buffer scale = random_buffer(random, shape.length), shift = random_buffer(random, shape.length);
      const bool shifted = round % 2 == 0;
      const Buffer no_shift(shape.length);
      Buffer expected(x.size());
      for (std::ptrdiff_t row = 0; row < shape.rows; ++row)
        kernels::reference::normalize(x.data() + row * shape.length, scale.data(),
                                      shifted ? shift.data() : no_shift.data(), 1,
                                      expected.data() + row * shape.length, shape.length, shape.epsilon, f);
      for_each_thread_count([&](int threads) {
        Buffer y(x.size(), not_a_number);
        split(shape.rows, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
          kernels::instancenorm_kernels(isa).layer(shape, x.data(), scale.data(),
                                                   shifted ? shift.data() : nullptr, y.data(), f, begin, end);
        });
        check_close(y, expected, {.relative = 4e-6, .magnitude = 1});
      });
    }
  });
}
