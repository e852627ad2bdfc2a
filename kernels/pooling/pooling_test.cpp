#include "kernels/pooling/pooling.hpp"

#include "kernels/pooling/pooling_reference.hpp"
#include "tests/support/blocked.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::PoolAxis;
using kernels::PoolShape;

namespace {

PoolAxis random_axis(Random& random, bool common) {
  PoolAxis axis{};
  const auto pick = [&](int low, int high) {
    return static_cast<std::ptrdiff_t>(random_int(random, low, high));
  };
  axis.input = pick(1, 30);
  axis.kernel = common ? pick(2, 3) : pick(1, 8);
  axis.stride = common ? pick(1, 2) : pick(1, 4);
  axis.dilation = common ? 1 : pick(1, 3);
  axis.pad_begin = pick(0, static_cast<int>(axis.kernel) - 1);
  axis.pad_end = pick(0, static_cast<int>(axis.kernel) - 1);
  axis.output = kernels::pool_output_size(axis, pick(0, 1) == 1);
  return axis;
}

}  // namespace

TEST_CASE("pooling: max and average, blocked and plain, every ISA and split, equal the reference") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    const kernels::PoolKernels& table = kernels::pool_kernels(isa);
    for (int round = 0; round < 150; ++round) {
      const std::ptrdiff_t batch = random_int(random, 0, 2), channels = random_int(random, 1, 20);
      PoolShape shape = {batch * channels, random_axis(random, round % 2 == 0),
                         random_axis(random, round % 2 == 0), random_int(random, 0, 1) == 1};
      CAPTURE(shape.w.input);
      CAPTURE(shape.w.kernel);
      CAPTURE(shape.w.stride);
      const std::ptrdiff_t outputs = shape.h.output * shape.w.output, inputs = shape.h.input * shape.w.input;
      const Buffer x = random_buffer(random, shape.planes * inputs);
      const Buffer blocked_x = to_blocked(x, batch, channels, inputs, isa);
      PoolShape blocked_shape = shape;
      blocked_shape.planes =
          batch * kernels::reference::BlockedTensor{channels, 1, isa_info(isa).lanes}.blocks();
      for (bool average : {false, true}) {
        Buffer expected(shape.planes * outputs);
        kernels::reference::pool(shape, average, x.data(), expected.data());
        for_each_thread_count([&](int threads) {
          Buffer y(expected.size(), not_a_number);
          split(shape.planes * shape.h.output, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            (average ? table.average_plain : table.max_plain)(shape, x.data(), y.data(), begin, end);
          });
          check_close(y, expected, {.relative = 2e-6, .magnitude = 1});
          Buffer blocked_y(blocked_shape.planes * outputs * isa_info(isa).lanes, not_a_number);
          split(blocked_shape.planes * shape.h.output, threads,
                [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
                  (average ? table.average_blocked : table.max_blocked)(blocked_shape, blocked_x.data(),
                                                                        blocked_y.data(), begin, end);
                });
          check_close(to_plain(blocked_y, batch, channels, outputs, isa), expected,
                      {.relative = 2e-6, .magnitude = 1});
        });
      }
    }
  });
}

// Plain rows go in runs of 2,048 columns, several rows at once where they are short; wider windows go alone.
TEST_CASE("pooling: long plain rows and wide windows equal the reference") {
  Random random = seeded_random();
  const PoolAxis h = {5, 5, 3, 1, 1, 1, 1};
  const PoolAxis axes[] = {
      {2048, 2048, 3, 1, 1, 1, 1},    {4100, 2051, 3, 2, 1, 1, 2},  {4096, 2048, 2, 2, 1, 0, 0},
      {2100, 1092, 5, 2, 21, 83, 84}, {2500, 835, 4, 3, 2, 5, 6},   {2090, 2089, 2, 1, 1, 0, 0},
      {2060, 14, 2048, 1, 1, 0, 1},   {2060, 13, 2049, 1, 1, 0, 1}, {2500, 2, 2, 500, 1999, 0, 0}};
  for_each_isa([&](Isa isa) {
    const kernels::PoolKernels& table = kernels::pool_kernels(isa);
    for (const PoolAxis& w : axes) {
      CAPTURE(w.input);
      CAPTURE(w.kernel);
      const PoolShape shape = {2, h, w, random_int(random, 0, 1) == 1};
      REQUIRE(w.output <= kernels::pool_output_size(w, true));
      const Buffer x = random_buffer(random, shape.planes * h.input * w.input);
      for (bool average : {false, true}) {
        Buffer expected(shape.planes * h.output * w.output);
        kernels::reference::pool(shape, average, x.data(), expected.data());
        for_each_thread_count([&](int threads) {
          Buffer y(expected.size(), not_a_number);
          split(shape.planes * h.output, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            (average ? table.average_plain : table.max_plain)(shape, x.data(), y.data(), begin, end);
          });
          check_close(y, expected, {.relative = 1e-5, .magnitude = 0.1});
        });
      }
    }
  });
}

TEST_CASE("pooling: global max and average of blocked and plain input") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    const kernels::PoolKernels& table = kernels::pool_kernels(isa);
    for (int round = 0; round < 60; ++round) {
      const kernels::GlobalPoolShape shape = {random_int(random, 0, 3), random_int(random, 1, 40),
                                              random_int(random, 1, 300)};
      const std::ptrdiff_t planes = shape.batch * shape.channels;
      const Buffer x = random_buffer(random, planes * shape.spatial);
      const Buffer blocked_x = to_blocked(x, shape.batch, shape.channels, shape.spatial, isa);
      const PoolAxis all = {shape.spatial, 1, shape.spatial, 1, 1, 0, 0}, one = {1, 1, 1, 1, 1, 0, 0};
      const std::ptrdiff_t blocks = blocked_x.size() / shape.spatial / isa_info(isa).lanes;
      for (bool average : {false, true}) {
        Buffer expected(planes);
        kernels::reference::pool({planes, one, all, false}, average, x.data(), expected.data());
        for_each_thread_count([&](int threads) {
          Buffer plain(planes, not_a_number), from_blocked(planes, not_a_number);
          Buffer blocked(blocks * isa_info(isa).lanes, not_a_number);
          split(planes, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            (average ? table.global_average_plain : table.global_max_plain)(shape, x.data(), plain.data(),
                                                                            begin, end);
          });
          split(blocks, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            (average ? table.global_average_blocked : table.global_max_blocked)(shape, blocked_x.data(),
                                                                                blocked.data(), begin, end);
            (average ? table.global_average_to_plain : table.global_max_to_plain)(
                shape, blocked_x.data(), from_blocked.data(), begin, end);
          });
          check_close(plain, expected, {.relative = 1e-6, .magnitude = 1});
          check_close(from_blocked, expected, {.relative = 1e-6, .magnitude = 1});
          check_close(to_plain(blocked, shape.batch, shape.channels, 1, isa), expected,
                      {.relative = 1e-6, .magnitude = 1});
        });
      }
    }
  });
}

TEST_CASE("pooling: output sizes of floor and ceil") {
  CHECK(kernels::pool_output_size({113, 0, 3, 2, 1, 0, 0}, false) == 56);
  CHECK(kernels::pool_output_size({112, 0, 3, 2, 1, 0, 0}, true) == 56);
  CHECK(kernels::pool_output_size({112, 0, 3, 2, 1, 0, 0}, false) == 55);
  CHECK(kernels::pool_output_size({7, 0, 2, 2, 1, 0, 0}, true) == 4);
  // The fourth window would begin in the right padding.
  CHECK(kernels::pool_output_size({6, 0, 1, 2, 1, 0, 1}, true) == 3);
  CHECK(kernels::pool_output_size({2, 0, 5, 1, 1, 0, 0}, false) == 0);
}
