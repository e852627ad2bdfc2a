#include "kernels/winograd/winograd.hpp"

#include "kernels/conv/conv_test_support.hpp"
#include "kernels/conv/geometry.hpp"
#include "kernels/winograd/cuts.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::ActivationKind;
using kernels::ConvAlgorithm;
using kernels::ConvProblem;

namespace {

ConvProblem random_problem(Random& random, int kernel_h, int kernel_w) {
  const auto pick = [&](int low, int high) {
    return static_cast<std::ptrdiff_t>(random_int(random, low, high));
  };
  ConvProblem p;
  p.batch = pick(1, 2);
  p.kernel_h = kernel_h, p.kernel_w = kernel_w;
  p.dilation_h = random_int(random, 0, 2) ? 1 : pick(2, 3);
  p.dilation_w = random_int(random, 0, 2) ? 1 : pick(2, 3);
  p.pad_top = pick(0, 3), p.pad_left = pick(0, 3), p.pad_bottom = pick(0, 3), p.pad_right = pick(0, 3);
  p.in_h = pick(1, 25), p.in_w = pick(1, 25);
  p.in_channels = pick(1, 50), p.out_channels = pick(1, 70);
  grow_until_output(p);
  return p;
}

void with_stride(ConvProblem& p, std::ptrdiff_t stride) {
  if (p.kernel_h > 1) p.stride_h = stride, p.dilation_h = 1;
  if (p.kernel_w > 1) p.stride_w = stride, p.dilation_w = 1;
}

void check(ConvAlgorithm algorithm, Tolerance tolerance) {
  Random random = seeded_random();
  const kernels::Activation activations[] = {
      {}, {ActivationKind::relu}, {ActivationKind::leaky_relu, 0.1f}, {ActivationKind::sigmoid}};
  for (int i = 0; i < some_of(120); ++i) {
    const int kernels[] = {3, 5, 3, 2, 7, 4, 3, 11};
    const int kernel = kernels[i % 8], shape = i % 5;
    ConvProblem p = random_problem(random, shape == 3 ? 1 : kernel, shape == 4 ? 1 : kernel);
    if (i % 3 == 1 && kernel > 3) with_stride(p, kernel > 6 ? 3 : 2);
    const ConvCase t(random, p, i % 2 == 0, i % 3 == 0);
    check_case(t, activations[i % 4], {.algorithm = algorithm, .l2_bytes = i % 5 ? 1 << 20 : 1 << 14},
               tolerance);
  }
}

}  // namespace

TEST_CASE("winograd: on four points a side, squares and lines, equals the reference") {
  check(ConvAlgorithm::winograd_f2, {.relative = 1e-5});
}

TEST_CASE("winograd: on six points a side, squares and lines, equals the reference") {
  check(ConvAlgorithm::winograd_f4, {.relative = 3e-5});
}

TEST_CASE("winograd: last tiles and pieces with zeros have fewer products") {
  const auto side = [](std::ptrdiff_t out, std::ptrdiff_t kernel, std::ptrdiff_t points) {
    ConvProblem p;
    p.kernel_h = 1, p.kernel_w = kernel;
    return kernels::winograd_cuts(p, 1, out, points).w;
  };
  CHECK(side(28, 3, 6).multiplications == 7 * 6);
  CHECK(side(15, 3, 6).multiplications == 4 * 6 - 1);  // three outputs left of four: not infinity
  CHECK(side(14, 3, 6).multiplications == 4 * 6 - 2);  // two: neither 0 nor infinity
  CHECK(side(13, 3, 6).multiplications == 4 * 6 - 2);
  CHECK(side(2, 3, 6).multiplications == 4);
  CHECK(side(3, 3, 4).multiplications == 2 * 4 - 1);
  CHECK(side(28, 5, 6).multiplications == 7 * (6 + 5));  // the second piece has two taps of three
  CHECK(side(14, 5, 6).multiplications == 4 * 6 - 2 + 4 * 5 - 1);
  CHECK(side(14, 3, 6).last_lacks == 2);
}

// Kernels of several pieces: several groups of output channels, input channels by a few, filters kept or not.
TEST_CASE("winograd: large kernels with little and much L2") {
  Random random = seeded_random();
  for (const ConvAlgorithm algorithm : {ConvAlgorithm::winograd_f2, ConvAlgorithm::winograd_f4})
    for (const bool kept : {true, false}) {
      ConvProblem p;
      p.kernel_h = p.kernel_w = 5;
      p.pad_top = p.pad_left = p.pad_bottom = p.pad_right = 2;
      p.in_h = kept ? 49 : 9, p.in_w = kept ? 42 : 7;
      p.in_channels = 50, p.out_channels = 70;
      const kernels::ConvOptions options{.algorithm = algorithm, .l2_bytes = kept ? 1 << 20 : 1 << 14};
      for (const IsaInfo& info : isa_list) {
        const kernels::ConvGeometry g = kernels::conv_geometry(p, info.isa, options);
        CHECK(g.winograd.keeps_filters == kept);
        CHECK(g.winograd.pieces_h == 2);
        CHECK(g.winograd.pieces_w == 2);
        CHECK((g.winograd.input_channels < p.in_channels || kept));
        CHECK((g.winograd.group_tiles < g.tiles || kept));
      }
      check_case(ConvCase(random, p, true, false), {ActivationKind::relu}, options, {.relative = 3e-5});
    }
}

// Many passes and few filters, which are transformed once; many input channels and little L2, so that they
// are transformed in parts.
TEST_CASE("winograd: filters kept for all passes, and taken in parts") {
  Random random = seeded_random();
  for (const ConvAlgorithm algorithm : {ConvAlgorithm::winograd_f2, ConvAlgorithm::winograd_f4})
    for (const bool kept : {true, false}) {
      ConvProblem p;
      p.kernel_h = p.kernel_w = 3;
      p.in_h = kept ? 61 : 9, p.in_w = kept ? 58 : 7;
      p.in_channels = kept ? 19 : 150, p.out_channels = 35;
      const kernels::ConvOptions options{.algorithm = algorithm, .l2_bytes = kept ? 1 << 20 : 1 << 14};
      for (const IsaInfo& info : isa_list) {
        const kernels::ConvWinograd w = kernels::conv_geometry(p, info.isa, options).winograd;
        CHECK(w.keeps_filters == kept);
        CHECK((w.part_channels < p.in_channels) == !kept);
      }
      check_case(ConvCase(random, p, true, false), {ActivationKind::relu}, options, {.relative = 3e-5});
    }
}

// A part of each phase's kernel, mirrored; 5x5 has phases of different kernels, so that only some have rows
// of tiles.
TEST_CASE("winograd: phases of transposed convolutions, under any split") {
  Random random = seeded_random();
  for (int i = 0; i < some_of(40); ++i) {
    const int kernel = i % 4 == 3 ? 5 : 4;
    ConvProblem p = random_problem(random, kernel, kernel);
    p.transposed = true;
    p.stride_h = p.stride_w = 2;
    p.dilation_h = p.dilation_w = 1;
    p.output_pad_h = random_int(random, 0, 1), p.output_pad_w = random_int(random, 0, 1);
    grow_until_output(p);
    const ConvCase t(random, p, i % 2 == 0, i % 3 == 0);
    check_case(t, {ActivationKind::relu}, {.algorithm = ConvAlgorithm::winograd_f2}, {.relative = 1e-5});
    check_case(t, {ActivationKind::relu}, {.algorithm = ConvAlgorithm::winograd_f4}, {.relative = 3e-5});
  }
}

TEST_CASE("winograd: what is asked for runs where it can, in all phases of a transposed convolution") {
  ConvProblem p;
  p.in_channels = p.out_channels = 64;
  p.in_h = p.in_w = 16;
  p.kernel_h = p.kernel_w = 3;
  const auto asked = [&](ConvAlgorithm algorithm) {
    return kernels::conv_algorithm(p, best_isa(), {.algorithm = algorithm});
  };
  for (const ConvAlgorithm a :
       {ConvAlgorithm::direct, ConvAlgorithm::winograd_f2, ConvAlgorithm::winograd_f4})
    CHECK(asked(a) == a);
  CHECK(asked(ConvAlgorithm::sliding) != ConvAlgorithm::sliding);
  p.transposed = true;
  p.stride_h = p.stride_w = 2;
  CHECK(asked(ConvAlgorithm::direct) == ConvAlgorithm::direct);
  CHECK(asked(ConvAlgorithm::winograd_f2) == ConvAlgorithm::automatic);  // phases of 2x2, 2x1, 1x2 and 1x1
  p.kernel_h = p.kernel_w = 4;
  p.pad_top = p.pad_left = p.pad_bottom = p.pad_right = 1;
  CHECK(asked(ConvAlgorithm::winograd_f2) == ConvAlgorithm::winograd_f2);
}

TEST_CASE("winograd: chosen where it pays, F4 never in strict mode") {
  Core core = {16, 1.9};
  const auto choice = [&](std::ptrdiff_t channels, std::ptrdiff_t size, bool strict,
                          std::ptrdiff_t kernel = 3) {
    ConvProblem p;
    p.in_channels = p.out_channels = channels;
    p.in_h = p.in_w = size;
    p.kernel_h = p.kernel_w = kernel;
    p.pad_top = p.pad_left = p.pad_bottom = p.pad_right = kernel / 2;
    const kernels::ConvGeometry g =
        kernels::ordinary_geometry(p, best_isa(), {.strict = strict}, kernels::RowsOf::image);
    return kernels::fastest_algorithm(g, core);
  };
  CHECK(choice(64, 56, false) == ConvAlgorithm::winograd_f4);
  CHECK(choice(64, 56, true) == ConvAlgorithm::winograd_f2);
  CHECK(choice(64, 56, false, 7) == ConvAlgorithm::winograd_f4);
  CHECK(choice(64, 56, true, 7) == ConvAlgorithm::winograd_f2);
  CHECK(choice(64, 3, false, 11) == ConvAlgorithm::direct);
  CHECK(choice(512, 7, false) == ConvAlgorithm::winograd_f2);
  CHECK(choice(512, 6, false) == ConvAlgorithm::winograd_f2);
  CHECK(choice(1, 56, false) == ConvAlgorithm::direct);
  core.multiply_adds_per_cycle = 1.5;
  CHECK(choice(512, 7, false) == ConvAlgorithm::winograd_f4);
  CHECK(choice(512, 6, false) == ConvAlgorithm::winograd_f2);
}

TEST_CASE("winograd: 3x3 with stride 2 where maps are large, Strassen's where weights are") {
  const auto choice = [](std::ptrdiff_t in, std::ptrdiff_t out, std::ptrdiff_t size, bool strict) {
    ConvProblem p;
    p.in_channels = in, p.out_channels = out;
    p.in_h = p.in_w = size;
    p.kernel_h = p.kernel_w = 3;
    p.stride_h = p.stride_w = 2;
    p.pad_top = p.pad_left = p.pad_bottom = p.pad_right = 1;
    const kernels::ConvGeometry g =
        kernels::ordinary_geometry(p, best_isa(), {.strict = strict}, kernels::RowsOf::image);
    return kernels::fastest_algorithm(g, {.lanes = 16, .multiply_adds_per_cycle = 1.5});
  };
  CHECK(choice(64, 128, 128, false) == ConvAlgorithm::winograd_f2);
  CHECK(choice(64, 128, 128, true) == ConvAlgorithm::winograd_f2);
  CHECK(kernels::is_strassen(choice(1024, 2048, 14, false)));
  CHECK(choice(1024, 2048, 14, true) == ConvAlgorithm::direct);
  CHECK(choice(3, 64, 14, false) == ConvAlgorithm::direct);
}
