#include "kernels/conv/conv_test_support.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::Activation;
using kernels::ActivationKind;
using kernels::ConvProblem;

namespace {

ConvProblem random_problem(Random& random, bool transposed) {
  const auto pick = [&](int low, int high) {
    return static_cast<std::ptrdiff_t>(random_int(random, low, high));
  };
  ConvProblem p;
  p.transposed = transposed;
  p.batch = pick(1, 2);
  p.kernel_h = pick(1, 5), p.kernel_w = pick(1, 5);
  p.stride_h = pick(1, 3), p.stride_w = pick(1, 3);
  p.dilation_h = pick(1, 2), p.dilation_w = pick(1, 3);
  p.pad_top = pick(0, 3), p.pad_left = pick(0, 3), p.pad_bottom = pick(0, 3), p.pad_right = pick(0, 3);
  p.in_h = pick(1, 12), p.in_w = pick(1, 36);
  p.in_channels = pick(1, 40), p.out_channels = pick(1, 70);
  if (transposed) p.output_pad_h = pick(0, static_cast<int>(p.stride_h) - 1);
  if (transposed) p.output_pad_w = pick(0, static_cast<int>(p.stride_w) - 1);
  return p;
}

ConvCase make_case(Random& random, ConvProblem p) {
  grow_until_output(p);
  return ConvCase(random, p, random_int(random, 0, 1) == 1, random_int(random, 0, 1) == 1);
}

Activation random_activation(Random& random) {
  switch (random_int(random, 0, 4)) {
    case 0:
      return {};
    case 1:
      return {ActivationKind::relu};
    case 2:
      return {ActivationKind::clip, -0.5f, 2.0f};
    case 3:
      return {ActivationKind::leaky_relu, 0.1f};
    default:
      return {ActivationKind::sigmoid};
  }
}

constexpr int rounds = 60;

}  // namespace

TEST_CASE("conv: random problems equal the reference") {
  Random random = seeded_random();
  for (int i = 0; i < rounds; ++i)
    check_case(make_case(random, random_problem(random, false)), random_activation(random));
}

TEST_CASE("conv: input channels in parts, where a tile's weights are more than stay in L2") {
  Random random = seeded_random();
  for (int i = 0; i < 4; ++i) {
    ConvProblem p = random_problem(random, i == 2);
    p.batch = 1;
    p.kernel_h = p.kernel_w = i == 3 ? 1 : 5;
    p.in_channels = (i == 3 ? 6000 : 300) + random_int(random, 0, 40),
    p.out_channels = random_int(random, 1, 40);
    p.in_h = random_int(random, 5, 8), p.in_w = random_int(random, 12, 20);
    p.pad_top = p.pad_left = p.pad_bottom = p.pad_right = i == 3 ? 0 : 4;
    p.stride_h = p.stride_w = i == 3 ? 1 : random_int(random, 1, 2);
    p.output_pad_h = p.output_pad_w = 0;
    const ConvCase t(random, p, true, i != 0);
    const Activation f = random_activation(random);
    check_case(t, f, {.algorithm = kernels::ConvAlgorithm::direct}, {.relative = 3e-5});
    if (!t.adds) continue;
    for_each_isa([&](Isa isa) {
      const kernels::ConvOptions direct{.algorithm = kernels::ConvAlgorithm::direct};
      CHECK(same_bits(run_case(t, isa, direct, f, {1, 2}, true), run_case(t, isa, direct, f, {2, 1})));
    });
  }
}

TEST_CASE("conv: plain input") {
  Random random = seeded_random();
  for (int i = 0; i < rounds / 2; ++i) {
    ConvProblem p = random_problem(random, false);
    p.plain_input = true;
    p.in_channels = random_int(random, 1, 5);
    check_case(make_case(random, p), random_activation(random));
  }
}

TEST_CASE("conv: one vector of output channels, whose neighbouring taps go two at a time") {
  Random random = seeded_random();
  for (int i = 0; i < rounds / 2; ++i) {
    ConvProblem p = random_problem(random, false);
    p.groups = p.stride_w = 1;
    p.in_channels = random_int(random, 1, 40), p.out_channels = random_int(random, 1, 20);
    p.kernel_w = random_int(random, 2, 11), p.dilation_w = i % 4 == 0 ? 2 : 1;
    p.pad_left = p.pad_right = random_int(random, 0, 5);
    p.in_w = p.dilation_w * (p.kernel_w - 1) + random_int(random, 1, 40);
    check_case(make_case(random, p), random_activation(random));
  }
}

TEST_CASE("conv: odd numbers of output vectors, and last ones of which half is enough") {
  Random random = seeded_random();
  for (int vectors = 3; vectors <= 9; vectors += 2)
    for (const int last_channels : {1, 7, 8, 9, 16}) {
      ConvProblem p = random_problem(random, vectors == 5);
      p.groups = 1;
      p.out_channels = (vectors - 1) * 16 + last_channels;
      p.plain_input = !p.transposed && last_channels == 9;
      check_case(make_case(random, p), random_activation(random));
    }
}

TEST_CASE("conv: the tiles of a group's output channels cover its vectors, in their order") {
  for (std::ptrdiff_t vectors = 1; vectors <= 40; ++vectors)
    for (std::ptrdiff_t tiles = 1; tiles <= vectors; ++tiles) {
      kernels::ConvGeometry g;
      g.group_out_vectors = vectors, g.group_tiles = tiles;
      std::ptrdiff_t next = 0;
      for (std::ptrdiff_t i = 0; i < tiles; ++i) {
        CHECK(g.vectors_of_tile(i).first == next);
        CHECK(g.vectors_of_tile(i).count <= (vectors + tiles - 1) / tiles);
        next += g.vectors_of_tile(i).count;
      }
      CHECK(next == vectors);
    }
}

TEST_CASE("conv: 1x1 over flat maps, and kernels without padding read in place") {
  Random random = seeded_random();
  for (int i = 0; i < rounds / 2; ++i) {
    ConvProblem p = random_problem(random, false);
    p.stride_w = 1;
    p.pad_top = p.pad_left = p.pad_bottom = p.pad_right = 0;
    if (i % 2 == 0) p.kernel_h = p.kernel_w = p.stride_h = 1;
    check_case(make_case(random, p), random_activation(random));
  }
}

TEST_CASE("conv: kernels larger than the map, whose outer taps meet nothing but padding, transposed too") {
  Random random = seeded_random();
  for (int i = 0; i < rounds; ++i) {
    ConvProblem p = random_problem(random, i % 2 == 1);
    p.in_h = random_int(random, 1, 3), p.in_w = random_int(random, 1, 3);
    p.kernel_h = random_int(random, 2, 6), p.kernel_w = random_int(random, 2, 6);
    if (i % 3 == 0) p.plain_input = !p.transposed;
    check_case(make_case(random, p), random_activation(random), {});
  }
}

TEST_CASE("conv: maps as wide as one tile, whose padding is left out row by row and column by column") {
  Random random = seeded_random();
  for (int i = 0; i < rounds; ++i) {
    ConvProblem p = random_problem(random, i % 4 == 3);
    p.in_h = random_int(random, 2, 10), p.in_w = random_int(random, 2, 8);
    p.kernel_h = random_int(random, 2, 5), p.kernel_w = random_int(random, 2, 5);
    p.dilation_h = random_int(random, 1, 2), p.dilation_w = i % 8 == 0 ? 2 : 1;
    if (i % 5 == 0) p.in_channels = random_int(random, 100, 200);
    check_case(make_case(random, p), random_activation(random));
  }
}

TEST_CASE("conv: weights that meet nothing but padding are not packed") {
  ConvProblem p;
  p.in_channels = p.out_channels = 64;
  p.in_h = p.in_w = 2;
  p.kernel_h = p.kernel_w = 4;
  p.stride_h = p.stride_w = 2;
  p.pad_top = p.pad_left = p.pad_bottom = p.pad_right = 1;
  CHECK(kernels::conv_geometry(p, isa_list[0].isa).weight_floats == 64 * 64 * 4);
  p.transposed = true;
  CHECK(kernels::conv_geometry(p, isa_list[0].isa).weight_floats == 64 * 64 * 16);
  p.in_h = p.in_w = 1;
  CHECK(kernels::conv_geometry(p, isa_list[0].isa).weight_floats == 64 * 64 * 4);
}

TEST_CASE("conv: groups of any size") {
  Random random = seeded_random();
  for (int i = 0; i < rounds; ++i) {
    ConvProblem p = random_problem(random, false);
    p.groups = random_int(random, 1, 12);
    p.in_channels = p.groups * random_int(random, 1, 5);
    p.out_channels = p.groups * random_int(random, 1, 5);
    check_case(make_case(random, p), random_activation(random));
  }
}

TEST_CASE("conv: groups of whole blocks") {
  Random random = seeded_random();
  for (int i = 0; i < rounds / 4; ++i) {
    ConvProblem p = random_problem(random, false);
    p.groups = random_int(random, 2, 3);
    p.in_channels = p.groups * 16 * random_int(random, 1, 2);
    p.out_channels = p.groups * 16 * random_int(random, 1, 3);
    p.in_h = random_int(random, 1, 5);
    check_case(make_case(random, p), random_activation(random));
  }
}

TEST_CASE("conv: depthwise") {
  Random random = seeded_random();
  for (int i = 0; i < rounds; ++i) {
    ConvProblem p = random_problem(random, false);
    p.groups = p.in_channels = p.out_channels;
    check_case(make_case(random, p), random_activation(random));
  }
}

TEST_CASE("conv: 1x1 of a single pixel, some tiles of output channels at once, image by image") {
  Random random = seeded_random();
  for (int i = 0; i < rounds / 3; ++i) {
    ConvProblem p;
    p.batch = i % 2 ? 1 : random_int(random, 2, 4);
    p.in_h = p.in_w = 1;
    p.in_channels = random_int(random, 1, 70), p.out_channels = random_int(random, 1, 500);
    check_case(make_case(random, p), random_activation(random));
  }
}

TEST_CASE("conv: depthwise and small groups at 3x3 and 5x5, sliding and as planes") {
  Random random = seeded_random();
  for (int i = 0; i < rounds; ++i) {
    ConvProblem p = random_problem(random, false);
    p.dilation_h = p.dilation_w = 1;
    p.kernel_h = p.kernel_w = random_int(random, 0, 1) ? 3 : 5;
    p.stride_h = p.stride_w = random_int(random, 1, 2);
    const int in_group = i % 2 ? 1 : 1 << random_int(random, 0, 2),
              more = i % 2 ? 1 : random_int(random, 1, 2);
    p.groups = random_int(random, 2, 40);
    p.in_channels = p.groups * in_group;
    p.out_channels = p.groups * in_group * more;
    const ConvCase t = make_case(random, p);
    check_case(t, random_activation(random), {});
    check_case(t, random_activation(random), {.algorithm = kernels::ConvAlgorithm::planes});
  }
}

// Which the direct tile would take in parts; sums of thousands of products in four lanes round more.
TEST_CASE("conv: few output channels of many input channels and taps, transposed too") {
  Random random = seeded_random();
  for (int i = 0; i < 12; ++i) {
    ConvProblem p = random_problem(random, i % 2 == 1);
    p.groups = 1;
    p.in_channels = 16 * random_int(random, 8, 24);
    p.out_channels = random_int(random, 1, 4);
    p.kernel_h = p.kernel_w = random_int(random, 4, 7);
    p.in_h = random_int(random, 5, 9), p.in_w = random_int(random, 7, 15);
    check_case(make_case(random, p), random_activation(random),
               {.algorithm = kernels::ConvAlgorithm::few_outputs}, {.relative = 3e-5});
  }
}

TEST_CASE("conv: output channels for less than a vector, whose lanes are input channels with AVX-512") {
  Random random = seeded_random();
  for (int i = 0; i < 12; ++i) {
    ConvProblem p = random_problem(random, i % 4 == 3);
    p.in_channels = 16 * random_int(random, 1, 60);
    p.out_channels = random_int(random, 8, 13);
    if (i % 2 == 0) {
      p.kernel_h = p.kernel_w = p.stride_h = p.stride_w = 1;
      p.pad_top = p.pad_left = p.pad_bottom = p.pad_right = 0;
      p.output_pad_h = p.output_pad_w = 0;
    }
    check_case(make_case(random, p), random_activation(random),
               {.algorithm = kernels::ConvAlgorithm::few_outputs}, {.relative = 3e-5});
  }
}

TEST_CASE("conv: few output channels of whole input blocks, transposed too") {
  Random random = seeded_random();
  for (int i = 0; i < rounds / 2; ++i) {
    ConvProblem p = random_problem(random, i % 3 == 2);
    p.in_channels = 16 * random_int(random, 1, 3);
    p.out_channels = random_int(random, 1, 5);
    if (i % 4 == 0) p.kernel_h = p.kernel_w = p.stride_h = p.stride_w = 1;
    check_case(make_case(random, p), random_activation(random),
               {.algorithm = kernels::ConvAlgorithm::few_outputs});
  }
}

TEST_CASE("conv: transposed, any stride, padding, dilation and groups") {
  Random random = seeded_random();
  for (int i = 0; i < rounds; ++i) {
    ConvProblem p = random_problem(random, true);
    if (i % 4 == 3)
      p.groups = random_int(random, 2, 4), p.in_channels = p.groups * 3, p.out_channels = p.groups * 2;
    check_case(make_case(random, p), random_activation(random), {});
  }
}

// Winograd's rows are no rows of the image, and not every phase takes it.
TEST_CASE("conv: transposed with 3x3 taps in every phase, algorithm chosen") {
  Random random = seeded_random();
  for (int i = 0; i < 8; ++i) {
    ConvProblem p;
    p.transposed = true;
    p.stride_h = p.stride_w = random_int(random, 1, 2);
    p.kernel_h = p.kernel_w = 3 * p.stride_h;
    p.pad_top = p.pad_left = p.pad_bottom = p.pad_right = 1;
    p.in_channels = p.out_channels = 16;
    p.in_h = random_int(random, 5, 14), p.in_w = random_int(random, 5, 14);
    check_case(make_case(random, p), random_activation(random), {});
  }
}

TEST_CASE("conv: small L2, so that there are many bands") {
  Random random = seeded_random();
  for (int i = 0; i < rounds / 4; ++i)
    check_case(make_case(random, random_problem(random, false)), {},
               {.algorithm = kernels::ConvAlgorithm::direct, .l2_bytes = 4096});
}

TEST_CASE("conv: a NaN of the input reaches the outputs that it touches, through Relu and Clip") {
  Random random = seeded_random();
  ConvProblem p = random_problem(random, false);
  p.in_h = p.in_w = 9;
  ConvCase t = make_case(random, p);
  t.x[t.x.size() / 2] = not_a_number;
  check_case(t, {ActivationKind::relu});
  check_case(t, {ActivationKind::clip, 0.0f, 6.0f});
}
