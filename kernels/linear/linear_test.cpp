#include "kernels/linear/linear.hpp"

#include "kernels/linear/linear_reference.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::Activation;
using kernels::ActivationKind;
using kernels::LinearProblem;

namespace {

struct Data {
  Data(Random& random, const LinearProblem& p, bool folded)
      : x(random_buffer(random, p.batch * p.in)),
        weights(random_buffer(random, p.in * p.out)),
        bias(random_buffer(random, p.out)),
        scale_values(random_buffer(random, p.out, 0.5f, 2.0f)),
        shift_values(random_buffer(random, p.out)),
        scale(folded ? scale_values.data() : nullptr),
        shift(folded ? shift_values.data() : nullptr) {}
  Buffer x, weights, bias, scale_values, shift_values;
  const float *scale, *shift;
};

void check(Random& random, const LinearProblem& p, const Activation& f) {
  CAPTURE(p.batch);
  CAPTURE(p.in);
  CAPTURE(p.out);
  const Data d(random, p, random_int(random, 0, 1) == 1);
  Buffer expected(p.batch * p.out);
  kernels::reference::linear(p, d.x.data(), d.weights.data(), d.bias.data(), d.scale, d.shift, f,
                             expected.data());
  for_each_isa([&](Isa isa) {
    const kernels::LinearGeometry g = kernels::linear_geometry(p, isa);
    Buffer weights(g.weight_floats, not_a_number), bias(g.bias_floats, not_a_number);
    kernels::linear_pack_weights(g, d.weights.data(), d.scale, weights.data());
    kernels::linear_pack_bias(g, d.bias.data(), d.scale, d.shift, bias.data());
    Buffer first(p.batch * p.out);
    for_each_thread_count([&](int threads) {
      Buffer y(p.batch * p.out, not_a_number);
      kernels::LinearArguments a{d.x.data(), weights.data(), bias.data(), y.data()};
      a.activation = f;
      split(g.panels, threads,
            [&](std::ptrdiff_t begin, std::ptrdiff_t end) { kernels::linear_run(g, a, begin, end); });
      check_close(y, expected, {.relative = 1e-5, .magnitude = deviation_of_products(p.in)});
      if (threads == 1) first = y;
      check_close(y, first, {.relative = 0});
    });
  });
}

}  // namespace

TEST_CASE("linear: batches, sizes, weight orders and activations equal the reference") {
  Random random = seeded_random();
  for (std::ptrdiff_t batch : {1, 2, 3, 5, 6, 7, 13})
    for (std::ptrdiff_t out : {1, 4, 15, 16, 63, 64, 65, 130, 337})
      check(random, {batch, random_int(random, 1, 200), out, random_int(random, 0, 1) == 1},
            {static_cast<ActivationKind>(random_int(random, 0, 5)), -0.25f, 0.75f});
}

TEST_CASE("linear: an output is the same bits at every batch size") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    const LinearProblem eight{8, 77, 300}, one{1, 77, 300};
    const Data d(random, eight, false);
    const auto run = [&](const LinearProblem& p) {
      const kernels::LinearGeometry g = kernels::linear_geometry(p, isa);
      Buffer weights(g.weight_floats), bias(g.bias_floats), y(p.batch * p.out);
      kernels::linear_pack_weights(g, d.weights.data(), nullptr, weights.data());
      kernels::linear_pack_bias(g, d.bias.data(), nullptr, nullptr, bias.data());
      kernels::linear_run(g, {d.x.data(), weights.data(), bias.data(), y.data()}, 0, g.panels);
      return y;
    };
    const Buffer all = run(eight), single = run(one);
    for (std::ptrdiff_t o = 0; o < one.out; ++o) CHECK(all[o] == single[o]);
  });
}
