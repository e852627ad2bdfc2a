#include "kernels/conv_chain/conv_chain.hpp"

#include "kernels/conv/conv_test_support.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::Activation;
using kernels::ActivationKind;
using kernels::ConvProblem;

namespace {

std::ptrdiff_t pick(Random& random, int low, int high) { return random_int(random, low, high); }

ConvProblem pointwise(const ConvProblem& before, std::ptrdiff_t out_channels) {
  ConvProblem p;
  p.batch = before.batch;
  p.in_channels = before.out_channels, p.out_channels = out_channels;
  p.in_h = output_size(before, true), p.in_w = output_size(before, false);
  return p;
}

void random_window(Random& random, ConvProblem& p, std::ptrdiff_t kernel, std::ptrdiff_t stride) {
  p.kernel_h = p.kernel_w = kernel;
  p.stride_h = p.stride_w = stride;
  const int most = static_cast<int>(kernel) - 1;
  p.pad_top = pick(random, 0, most), p.pad_left = pick(random, 0, most);
  p.pad_bottom = pick(random, 0, most), p.pad_right = pick(random, 0, most);
  while (output_size(p, true) < 1) ++p.in_h;
  while (output_size(p, false) < 1) ++p.in_w;
}

// A convolution, a depthwise one and a 1x1; without the first one where count is 2.
std::vector<ConvProblem> random_chain(Random& random, std::size_t count) {
  ConvProblem first;
  first.batch = pick(random, 1, 2);
  first.in_h = pick(random, 5, 16), first.in_w = pick(random, 5, 36);
  first.in_channels = pick(random, 1, 40), first.out_channels = pick(random, 2, 70);
  if (random_int(random, 0, 2) == 0) {
    random_window(random, first, pick(random, 1, 3), 2);
    first.plain_input = random_int(random, 0, 1) == 1;
  }
  ConvProblem depthwise;
  while (true) {
    depthwise = pointwise(first, first.out_channels);
    depthwise.groups = depthwise.in_channels;
    const std::ptrdiff_t h = depthwise.in_h, w = depthwise.in_w;
    random_window(random, depthwise, random_int(random, 0, 2) ? 3 : 5, pick(random, 1, 2));
    if (depthwise.in_h == h && depthwise.in_w == w) break;
    first.in_h += 4, first.in_w += 4;
  }
  const ConvProblem last = pointwise(depthwise, pick(random, 1, 70));
  if (count == 2) return {depthwise, last};
  return {first, depthwise, last};
}

Activation activation(std::size_t stage) {
  return stage == 0   ? Activation{ActivationKind::clip, 0.0f, 1.0f}
         : stage == 1 ? Activation{ActivationKind::sigmoid}
                      : Activation{};
}

// Stage after stage by the reference or by kernels/conv alone, from and to plain tensors.
template <class Stage>
Buffer one_by_one(const std::vector<ConvCase>& stages, Stage run) {
  Buffer x = stages[0].x;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    ConvCase stage = stages[i];
    stage.x = x;
    x = run(i, stage);
  }
  return x;
}

kernels::ConvChain chain_of(const std::vector<ConvCase>& cases, Isa isa) {
  std::vector<ConvProblem> problems;
  for (const ConvCase& t : cases) problems.push_back(t.p);
  return kernels::conv_chain(problems, isa);
}

Buffer run_chain(const std::vector<ConvCase>& cases, Isa isa, std::ptrdiff_t parts) {
  const kernels::ConvChain chain = chain_of(cases, isa);
  const std::ptrdiff_t c = chain.stages[0].lanes;
  std::vector<Buffer> weights, biases;
  kernels::ConvChainArguments a;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const kernels::ConvGeometry& g = chain.stages[i];
    Buffer& packed = weights.emplace_back(g.weight_floats, not_a_number);
    Buffer& bias = biases.emplace_back(g.bias_floats, not_a_number);
    kernels::conv_pack_weights(g, cases[i].weights.data(), nullptr, packed.data());
    kernels::conv_pack_bias(g, cases[i].bias.data(), nullptr, nullptr, bias.data());
    a.stages[i].weights = packed.data();
    a.stages[i].bias = bias.data();
    a.stages[i].activation = activation(i);
  }
  const ConvCase &first = cases.front(), &last = cases.back();
  const Buffer x = first.p.plain_input ? first.x
                                       : to_blocked(first.x, first.p.batch, first.p.in_channels,
                                                    first.p.in_h * first.p.in_w, c);
  const Buffer residual =
      to_blocked(last.residual, last.p.batch, last.p.out_channels, last.out_h * last.out_w, c);
  Buffer y(residual.size(), not_a_number);
  Buffer scratch(chain.scratch_bytes / 4, not_a_number, 16);
  a.input = x.data();
  a.residual = last.adds ? residual.data() : nullptr;
  a.output = y.data();
  REQUIRE(chain.rows == last.p.batch * last.out_h);
  for (std::ptrdiff_t part = 0; part < parts; ++part)
    kernels::conv_chain_run(chain, a, chain.rows * part / parts, chain.rows * (part + 1) / parts,
                            scratch.data());
  CHECK(y.guards_intact());
  CHECK(scratch.guards_intact());
  return to_plain(y, last.p.batch, last.p.out_channels, last.out_h * last.out_w, c);
}

void check_chain(const std::vector<ConvCase>& cases) {
  std::string problem;
  for (const ConvCase& t : cases) problem += describe(t.p) + "; ";
  CAPTURE(problem);
  const Buffer expected =
      one_by_one(cases, [](std::size_t i, const ConvCase& t) { return t.expected(activation(i)); });
  for_each_isa([&](Isa isa) {
    const Buffer whole = run_chain(cases, isa, 1);
    check_close(whole, expected, {.relative = 1e-5, .magnitude = output_deviation});
    const kernels::ConvChain chain = chain_of(cases, isa);
    const Buffer alone = one_by_one(cases, [&](std::size_t i, const ConvCase& t) {
      return run_case(t, isa, {.algorithm = chain.stages[i].algorithm}, activation(i), {1, 1});
    });
    CHECK(same_bits(whole, alone));
    for (const std::ptrdiff_t parts : {2, 3, 7}) CHECK(same_bits(run_chain(cases, isa, parts), whole));
  });
}

}  // namespace

TEST_CASE("conv_chain: equals its convolutions one by one, bit for bit, however rows are shared out") {
  Random random = seeded_random();
  for (int round = 0; round < 60; ++round) {
    std::vector<ConvCase> cases;
    for (const ConvProblem& p : random_chain(random, round % 3 == 0 ? 2 : 3))
      cases.emplace_back(random, p, false, false);
    cases.back().adds = round % 2 == 0;
    check_chain(cases);
  }
}

TEST_CASE("conv_chain: several images whose last maps are a single pixel, with residuals") {
  Random random = seeded_random();
  ConvProblem depthwise;
  depthwise.batch = 2;
  depthwise.in_channels = depthwise.out_channels = depthwise.groups = 45;
  depthwise.in_h = depthwise.in_w = depthwise.kernel_h = depthwise.kernel_w = 3;
  std::vector<ConvCase> cases;
  cases.emplace_back(random, depthwise, false, false);
  cases.emplace_back(random, pointwise(depthwise, 69), false, false);
  cases.back().adds = true;
  check_chain(cases);
}

TEST_CASE("conv_chain: pays for large maps and few weights only, and for nothing but the pattern") {
  const auto block = [](std::ptrdiff_t size, std::ptrdiff_t channels) {
    ConvProblem first;
    first.in_channels = channels / 6, first.out_channels = channels;
    first.in_h = first.in_w = size;
    ConvProblem depthwise = pointwise(first, channels);
    depthwise.groups = channels;
    depthwise.kernel_h = depthwise.kernel_w = 3;
    depthwise.pad_top = depthwise.pad_left = depthwise.pad_bottom = depthwise.pad_right = 1;
    return std::vector<ConvProblem>{first, depthwise, pointwise(depthwise, channels / 6)};
  };
  const auto pays = [](const std::vector<ConvProblem>& problems) {
    return kernels::conv_chain_pays(problems);
  };
  std::vector<ConvProblem> large = block(112, 96);
  CHECK(pays(large));
  CHECK(pays({large[1], large[2]}));
  CHECK_FALSE(pays(block(7, 960)));
  CHECK_FALSE(pays(block(14, 816)));
  CHECK_FALSE(pays({large[0], large[1]}));
  CHECK_FALSE(pays({large[1]}));
  std::vector<ConvProblem> grouped = large;
  grouped[1].groups = 48;
  CHECK_FALSE(pays(grouped));
  std::vector<ConvProblem> winograd = large;
  winograd[0].kernel_h = winograd[0].kernel_w = 3;
  winograd[0].pad_top = winograd[0].pad_left = winograd[0].pad_bottom = winograd[0].pad_right = 1;
  CHECK_FALSE(pays(winograd));
}
