#include "kernels/activation/activation.hpp"

#include "kernels/activation/activation_reference.hpp"
#include "tests/support/kernel_test.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::Activation;
using kernels::ActivationKind;

namespace {
constexpr int kinds = static_cast<int>(ActivationKind::affine) + 1;

// Each element within 3e-6 of the reference, relative to its own magnitude or to one.
void check_elements(const Buffer& y, const Buffer& x, const Activation& f) {
  const unsigned seed = test_seed();
  CAPTURE(seed);
  CHECK(y.guards_intact());
  for (std::ptrdiff_t i = 0; i < y.size(); ++i) {
    const double expected = kernels::reference::activate(f, x[i]);
    CAPTURE(x[i]);
    if (std::isnan(expected))
      CHECK(std::isnan(y[i]));
    else
      CHECK(std::abs(y[i] - expected) <= 3e-6 * std::max(1.0, std::abs(expected)));
  }
}
}  // namespace

TEST_CASE("activation: every kind, ISA, size and thread count equals the reference") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    for (int k = 0; k < kinds; ++k)
      for (std::ptrdiff_t size : {0, 1, 5, 16, 33, 129}) {
        CAPTURE(k);
        const Activation f{static_cast<ActivationKind>(k), -0.25f, 0.75f};
        const bool root = f.kind == ActivationKind::sqrt;
        Buffer x = random_buffer(random, size, root ? 0.0f : -12.0f, 12.0f), y(size, not_a_number);
        if (size > 4) x[0] = not_a_number, x[1] = root ? 4.0f : -87.0f, x[2] = 60.0f, x[3] = 0.0f;
        for_each_thread_count([&](int threads) {
          split(size, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            kernels::activation_kernels(isa).apply(f, x.data(), y.data(), begin, end);
          });
          check_elements(y, x, f);
        });
      }
  });
}
