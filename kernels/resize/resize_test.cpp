#include "kernels/resize/resize.hpp"

#include "kernels/resize/resize_reference.hpp"
#include "tests/support/blocked.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::ResizeCoordinates;
using kernels::ResizeNearest;

namespace {

struct Table {
  std::vector<std::int32_t> lower, upper;
  std::vector<float> weight;
  std::ptrdiff_t input, output;

  Table(std::ptrdiff_t in, std::ptrdiff_t out, bool linear, ResizeCoordinates coordinates,
        ResizeNearest nearest = ResizeNearest::round_prefer_floor)
      : lower(static_cast<std::size_t>(out)), upper(lower), weight(lower.size()), input(in), output(out) {
    const double scale = static_cast<double>(out) / static_cast<double>(in);
    if (linear)
      kernels::resize_linear_table(in, out, scale, coordinates, lower.data(), upper.data(), weight.data());
    else
      kernels::resize_nearest_table(in, out, scale, coordinates, nearest, lower.data());
  }
  kernels::ResizeAxis axis() const { return {input, output, lower.data(), upper.data(), weight.data()}; }
};

}  // namespace

TEST_CASE("resize: nearest and linear, blocked and plain, every ISA and split, equal the reference") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    const kernels::ResizeKernels& table = kernels::resize_kernels(isa);
    const std::ptrdiff_t lanes = isa_info(isa).lanes;
    for (int round = 0; round < 80; ++round) {
      const bool linear = round % 2 == 0;
      const auto mode = static_cast<ResizeCoordinates>(random_int(random, 0, 3));
      const std::ptrdiff_t batch = random_int(random, 0, 2), channels = random_int(random, 1, 20);
      const auto axis = [&] {
        const std::ptrdiff_t in = random_int(random, 1, 20);
        return Table(in, round % 5 == 0 ? 2 * in : random_int(random, 1, 40), linear, mode);
      };
      const Table h = axis(), w = axis();
      const kernels::ResizeShape shape = {batch * channels, h.axis(), w.axis()};
      const std::ptrdiff_t inputs = h.input * w.input, outputs = h.output * w.output;
      const Buffer x = random_buffer(random, shape.planes * inputs);
      const Buffer x_blocked = to_blocked(x, batch, channels, inputs, isa);
      const kernels::ResizeShape blocked_shape = {x_blocked.size() / inputs / lanes, h.axis(), w.axis()};
      Buffer expected(shape.planes * outputs);
      kernels::reference::resize(shape, linear, x.data(), expected.data());
      for_each_thread_count([&](int threads) {
        Buffer y(expected.size(), not_a_number),
            blocked(blocked_shape.planes * outputs * lanes, not_a_number);
        split(shape.planes * h.output, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
          Buffer scratch(kernels::resize_scratch_bytes(shape) / 4);
          if (linear)
            table.linear_plain(shape, x.data(), y.data(), scratch.data(), begin, end);
          else
            table.nearest_plain(shape, x.data(), y.data(), begin, end);
          CHECK(scratch.guards_intact());
        });
        split(blocked_shape.planes * h.output, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
          (linear ? table.linear_blocked : table.nearest_blocked)(blocked_shape, x_blocked.data(),
                                                                  blocked.data(), begin, end);
        });
        check_close(y, expected, {.relative = linear ? 1e-6 : 0, .magnitude = 1});
        check_close(to_plain(blocked, batch, channels, outputs, isa), expected,
                    {.relative = linear ? 1e-6 : 0, .magnitude = 1});
      });
    }
  });
}

TEST_CASE("resize: tables of each coordinate and rounding mode, as in ONNX's examples") {
  using Indices = std::vector<std::int32_t>;
  CHECK(Table(2, 4, false, ResizeCoordinates::asymmetric, ResizeNearest::floor).lower == Indices{0, 0, 1, 1});
  CHECK(Table(2, 4, false, ResizeCoordinates::half_pixel).lower == Indices{0, 0, 1, 1});
  CHECK(Table(2, 4, false, ResizeCoordinates::asymmetric, ResizeNearest::ceil).lower == Indices{0, 1, 1, 1});
  CHECK(Table(4, 2, false, ResizeCoordinates::asymmetric, ResizeNearest::round_prefer_ceil).lower ==
        Indices{0, 2});
  CHECK(Table(2, 4, false, ResizeCoordinates::asymmetric, ResizeNearest::round_prefer_floor).lower ==
        Indices{0, 0, 1, 1});
  const Table corners(2, 4, true, ResizeCoordinates::align_corners);
  CHECK(corners.weight[1] == doctest::Approx(1.0 / 3));
  CHECK(corners.lower == Indices{0, 0, 0, 1});
  const Table half(2, 4, true, ResizeCoordinates::half_pixel);
  CHECK(half.lower == Indices{0, 0, 0, 1});
  CHECK(half.weight[0] == 0);
  CHECK(half.weight[1] == doctest::Approx(0.25));
  CHECK(half.weight[2] == doctest::Approx(0.75));
  CHECK(Table(5, 1, true, ResizeCoordinates::pytorch_half_pixel).weight[0] == 0);
}
