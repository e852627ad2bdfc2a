#include "kernels/strassen/strassen.hpp"

#include "kernels/conv/conv_test_support.hpp"
#include "kernels/conv/geometry.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::ActivationKind;
using kernels::ConvAlgorithm;
using kernels::ConvProblem;

namespace {

ConvProblem problem_1x1(std::ptrdiff_t in, std::ptrdiff_t out, std::ptrdiff_t h, std::ptrdiff_t w) {
  ConvProblem p;
  p.in_channels = in, p.out_channels = out;
  p.in_h = h, p.in_w = w;
  return p;
}

constexpr ConvAlgorithm one_level = ConvAlgorithm::strassen, two_levels = ConvAlgorithm::strassen_2;

// Channels whose sections fill the blocks of every ISA.
ConvProblem random_problem(Random& random, ConvAlgorithm algorithm, int most_sections = 6) {
  const std::ptrdiff_t sections = algorithm == one_level ? 32 : 64;
  ConvProblem p = problem_1x1(sections * random_int(random, 1, most_sections),
                              sections * random_int(random, 1, most_sections), random_int(random, 1, 19),
                              random_int(random, 2, 19));
  p.batch = random_int(random, 1, 2);
  return p;
}

// The same with strides, padding and, of every other one, several taps, a stride too far apart for Winograd;
// fewer channels then, as the reference takes nine times as long.
ConvProblem random_gathered(Random& random, ConvAlgorithm algorithm, bool has_taps) {
  ConvProblem p = random_problem(random, algorithm, has_taps ? 3 : 6);
  const auto up_to = [&](int most) { return static_cast<std::ptrdiff_t>(random_int(random, 0, most)); };
  p.stride_h = 2, p.stride_w = has_taps ? 2 : 1 + up_to(2);
  if (has_taps) p.kernel_h = p.kernel_w = 3, p.dilation_h = 1 + up_to(1), p.dilation_w = 1 + up_to(1);
  p.pad_top = up_to(2), p.pad_left = up_to(2), p.pad_bottom = up_to(2), p.pad_right = up_to(2);
  while (output_size(p, true) < 2 || output_size(p, false) < 1) ++p.in_h, ++p.in_w;
  return p;
}

kernels::ConvOptions strassen_options(ConvAlgorithm algorithm, std::ptrdiff_t l2_bytes = 1 << 20) {
  return {.algorithm = algorithm, .l2_bytes = l2_bytes};
}

ConvAlgorithm algorithm_of(const ConvProblem& p, const kernels::ConvOptions& options) {
  return kernels::conv_algorithm(p, best_isa(), options);
}

}  // namespace

TEST_CASE("strassen: equals the reference, in one part and in several") {
  Random random = seeded_random();
  const kernels::Activation activations[] = {
      {}, {ActivationKind::relu}, {ActivationKind::leaky_relu, 0.1f}, {ActivationKind::sigmoid}};
  constexpr int problems = some_of(240);
  for (int i = 0; i < problems; ++i) {
    const ConvAlgorithm algorithm = i % 7 < 3 ? one_level : two_levels;
    const ConvProblem p =
        i < problems / 2 ? random_problem(random, algorithm) : random_gathered(random, algorithm, i % 2 == 0);
    const kernels::ConvOptions options = strassen_options(algorithm, i % 5 ? 1 << 20 : 1 << 12);
    for (const IsaInfo& info : isa_list) REQUIRE(kernels::conv_algorithm(p, info.isa, options) == algorithm);
    check_case(ConvCase(random, p, i % 2 == 0, i % 3 == 0), activations[i % 4], options);
  }
}

TEST_CASE("strassen: the output may replace the residual") {
  Random random = seeded_random();
  for (int i = 0; i < 8; ++i) {
    const kernels::ConvOptions options = strassen_options(i % 2 ? one_level : two_levels);
    const ConvCase t(random, random_problem(random, options.algorithm), true, true);
    for_each_isa([&](Isa isa) {
      const kernels::Activation relu{ActivationKind::relu};
      CHECK(
          same_bits(run_case(t, isa, options, relu, {2, 1}, true), run_case(t, isa, options, relu, {1, 1})));
    });
  }
}

// Maps of 2 to 9 pixels and one that is many passes long.
TEST_CASE("strassen: the smallest maps and a large one") {
  Random random = seeded_random();
  for (const std::ptrdiff_t width : {2, 3, 4, 5, 6, 7, 8, 9, 2001, 2002, 2003})
    for (const ConvAlgorithm algorithm : {one_level, two_levels})
      check_case(ConvCase(random, problem_1x1(64, 192, 1, width), true, true), {ActivationKind::relu},
                 strassen_options(algorithm));
}

TEST_CASE("strassen: a transposed 1x1, which is one phase") {
  Random random = seeded_random();
  for (const ConvAlgorithm algorithm : {one_level, two_levels}) {
    ConvProblem p = random_problem(random, algorithm);
    p.transposed = true;
    REQUIRE(algorithm_of(p, strassen_options(algorithm)) == algorithm);
    check_case(ConvCase(random, p, true, true), {ActivationKind::relu}, strassen_options(algorithm));
  }
}

TEST_CASE("strassen: what it cannot run counts as automatic") {
  const auto runs = [](const ConvProblem& p) {
    return algorithm_of(p, strassen_options(one_level)) == one_level;
  };
  const ConvProblem good = problem_1x1(64, 64, 7, 7);
  CHECK(runs(good));
  CHECK_FALSE(runs(problem_1x1(64, 64, 1, 1)));
  CHECK_FALSE(runs(problem_1x1(65, 64, 7, 7)));
  CHECK_FALSE(runs(problem_1x1(64, 63, 7, 7)));
  const auto with = [&](auto&& change) {
    ConvProblem p = good;
    change(p);
    return p;
  };
  CHECK_FALSE(runs(with([](ConvProblem& p) { p.kernel_w = 3; })));
  CHECK(runs(with([](ConvProblem& p) { p.pad_right = 1; })));
  CHECK(runs(with([](ConvProblem& p) { p.kernel_h = p.kernel_w = 3, p.stride_h = p.stride_w = 2; })));
  CHECK_FALSE(runs(with([](ConvProblem& p) { p.kernel_h = p.kernel_w = 3; })));
  const auto patches = [&](std::ptrdiff_t size) {
    ConvProblem p = problem_1x1(64, 64, 4 * size, 4 * size);
    p.kernel_h = p.kernel_w = p.stride_h = p.stride_w = size;
    return p;
  };
  CHECK(runs(patches(7)));
  CHECK_FALSE(runs(patches(8)));
  CHECK_FALSE(runs(with([](ConvProblem& p) { p.groups = 2; })));
  CHECK_FALSE(runs(with([](ConvProblem& p) { p.plain_input = true; })));
  CHECK_FALSE(runs(with([](ConvProblem& p) { p.output.pixel = 32; })));
  CHECK_FALSE(runs(with([](ConvProblem& p) { p.stride_h = p.stride_w = 7; })));
  // On AVX-512 halves of 32 channels fill its blocks, quarters do not.
  const ConvProblem narrow = problem_1x1(32, 32, 7, 7);
  CHECK(algorithm_of(narrow, strassen_options(one_level)) == one_level);
  if (isa_info(best_isa()).lanes == 16)
    CHECK(algorithm_of(narrow, strassen_options(two_levels)) == ConvAlgorithm::direct);
}

TEST_CASE("strassen: chosen where it pays, never in strict mode") {
  for (const IsaInfo& info : isa_list) {
    const auto choice = [&](std::ptrdiff_t in, std::ptrdiff_t out, std::ptrdiff_t size, bool strict = false) {
      return kernels::conv_algorithm(problem_1x1(in, out, size, size), info.isa, {.strict = strict});
    };
    INFO(info.name);
    CHECK(is_strassen(choice(1024, 256, 14)));
    CHECK(is_strassen(choice(256, 1024, 14)));
    CHECK(is_strassen(choice(512, 2048, 7)));
    CHECK(choice(1024, 1024, 14) == two_levels);
    CHECK(choice(512, 512, 28) == two_levels);
    CHECK(choice(1024, 256, 14, true) == ConvAlgorithm::direct);
    CHECK(choice(1024, 1024, 14, true) == ConvAlgorithm::direct);
    CHECK(choice(32, 32, 56) == ConvAlgorithm::direct);
    CHECK(choice(1024, 1024, 2) == ConvAlgorithm::direct);
    // Short vectors take so long that the bytes of weights matter less.
    if (info.lanes == 16) {
      CHECK(choice(512, 2048, 7) == one_level);
      CHECK(choice(2048, 2048, 7) == one_level);
    }
  }
}

TEST_CASE("strassen: two levels where multiplying takes longer than their weights") {
  const int lanes = isa_info(best_isa()).lanes;
  if (lanes != 16) return;
  const auto choice = [&](std::ptrdiff_t in, std::ptrdiff_t out, std::ptrdiff_t size,
                          double multiply_adds_per_cycle) {
    const kernels::ConvGeometry g =
        kernels::ordinary_geometry(problem_1x1(in, out, size, size), best_isa(),
                                   strassen_options(ConvAlgorithm::direct), kernels::RowsOf::image);
    return kernels::fastest_algorithm(g,
                                      {.lanes = lanes, .multiply_adds_per_cycle = multiply_adds_per_cycle});
  };
  CHECK(choice(1024, 256, 14, 1) == two_levels);
  CHECK(choice(1024, 256, 14, 1.9) == one_level);
  CHECK(choice(256, 1024, 14, 1) == two_levels);
  CHECK(choice(2048, 512, 7, 1) == one_level);
}
