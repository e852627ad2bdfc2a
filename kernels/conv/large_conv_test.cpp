// Convolutions with as many channels and taps as models have, over small maps: what is cut into parts, panels
// and groups only there.
#include "kernels/conv/conv_test_support.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::ActivationKind;
using kernels::ConvAlgorithm;
using kernels::ConvProblem;

namespace {

// Mostly whole vectors, as models have them.
std::ptrdiff_t random_channels(Random& random, int most) {
  const int channels = random_int(random, 1, most);
  return random_int(random, 0, 2) ? (channels + 15) / 16 * 16 : channels;
}

void choose_groups(Random& random, ConvProblem& p) {
  constexpr int in_group[] = {1, 2, 3, 4, 8, 16, 24, 32, 48}, more[] = {1, 1, 1, 2, 3};
  const std::ptrdiff_t size = in_group[random_int(random, 0, 8)];
  p.groups = std::max<std::ptrdiff_t>(2, p.in_channels / size);
  p.in_channels = p.groups * size;
  p.out_channels = p.in_channels * more[random_int(random, 0, 4)];
}

ConvProblem random_problem(Random& random) {
  const auto pick = [&](int low, int high) {
    return static_cast<std::ptrdiff_t>(random_int(random, low, high));
  };
  ConvProblem p;
  constexpr int kernels[] = {1, 1, 2, 3, 3, 3, 4, 5, 7};
  p.kernel_h = p.kernel_w = kernels[pick(0, 8)];
  if (pick(0, 5) == 0) p.kernel_h = 1;
  p.stride_h = p.stride_w = pick(0, 2) ? 1 : 2;
  p.dilation_h = p.dilation_w = pick(0, 4) ? 1 : 2;
  p.pad_top = p.pad_left = p.pad_bottom = p.pad_right = pick(0, 1) * p.kernel_w / 2;
  p.in_h = pick(1, 14), p.in_w = pick(1, 14);
  const int most = static_cast<int>(1200 / (p.kernel_h * p.kernel_w) + 64);
  p.in_channels = random_channels(random, most);
  p.out_channels = pick(0, 3) ? random_channels(random, most) : pick(1, 5);
  p.transposed = pick(0, 3) == 0;
  p.plain_input = !p.transposed && pick(0, 7) == 0;
  if (!p.plain_input && pick(0, 3) == 0) choose_groups(random, p);
  grow_until_output(p);
  return p;
}

}  // namespace

TEST_CASE("conv: as many channels and taps as models have, by whatever algorithm") {
  Random random = seeded_random();
  for (int i = 0; i < some_of(40); ++i) {
    const ConvCase t(random, random_problem(random), i % 2 == 0, i % 3 == 0);
    check_case(t, {ActivationKind::relu}, {}, {.relative = 3e-5});
    check_case(t, {ActivationKind::relu}, {.algorithm = ConvAlgorithm::direct}, {.relative = 3e-5});
  }
}
