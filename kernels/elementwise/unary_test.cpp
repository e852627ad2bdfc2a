#include "kernels/elementwise/unary.hpp"

#include "kernels/elementwise/unary_reference.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::UnaryFunction;

namespace {

constexpr int unary_functions = static_cast<int>(UnaryFunction::count);

kernels::UnaryParameters parameters_of(UnaryFunction f) {
  if (f == UnaryFunction::log_square) return {.alpha = 1e-20f};
  return {.alpha = 0.2f, .beta = 0.75f};
}

// Relative error where the formula allows one everywhere; elsewhere (cancellation near a zero, a rounded
// argument of exp) error relative to max(1, |y|).
double allowed_error(UnaryFunction f, double expected) {
  const double ulp = std::numeric_limits<float>::epsilon();
  switch (f) {
    case UnaryFunction::leaky_relu:
    case UnaryFunction::sigmoid:
    case UnaryFunction::tanh:
    case UnaryFunction::sqrt:
    case UnaryFunction::exp:
    case UnaryFunction::log:
    case UnaryFunction::square:
    case UnaryFunction::reciprocal:
    case UnaryFunction::erf:
    case UnaryFunction::softplus:
    case UnaryFunction::softsign:
    case UnaryFunction::silu:
    case UnaryFunction::sqrt_ratio:
      return 4 * ulp * std::abs(expected);
    case UnaryFunction::relu:
    case UnaryFunction::neg:
    case UnaryFunction::abs:
    case UnaryFunction::floor:
    case UnaryFunction::ceil:
      return 0;
    default:
      return 6 * ulp * std::max(1.0, std::abs(expected));
  }
}

void check_value(UnaryFunction f, float x, float y) {
  const auto [alpha, beta] = parameters_of(f);
  const double exact = kernels::reference::unary(f, x, alpha, beta);
  const auto expected = static_cast<float>(exact);
  if (std::isnan(expected) && std::isnan(y)) return;
  if (expected == y) return;
  CAPTURE(static_cast<int>(f));
  CAPTURE(x);
  CAPTURE(y);
  CAPTURE(expected);
  const double denormal = std::numeric_limits<float>::min();
  CHECK(std::abs(y - exact) <= std::max(allowed_error(f, exact), denormal));
}

}  // namespace

TEST_CASE("unary: every function, ISA, size and thread count equals the reference") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    for (int i = 0; i < unary_functions; ++i) {
      const auto f = static_cast<UnaryFunction>(i);
      for (std::ptrdiff_t size : sizes()) {
        const Buffer x = random_buffer(random, size, -20.0f, 20.0f);
        Buffer first(size);
        for_each_thread_count([&](int threads) {
          Buffer y(size, not_a_number);
          split(size, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            kernels::unary_kernels(isa)[f](x.data(), y.data(), parameters_of(f), begin, end);
          });
          REQUIRE(y.guards_intact());
          if (threads == 1)
            for (std::ptrdiff_t k = 0; k < size; ++k) check_value(f, x[k], first[k] = y[k]);
          check_close(y, first, {.relative = 0});
        });
      }
    }
  });
}

TEST_CASE("unary: zeros, infinities, NaN and very large and small arguments, in place") {
  const float infinity = std::numeric_limits<float>::infinity();
  const float special[] = {0.0f,  -0.0f,  infinity, -infinity, not_a_number, 88.0f,   -88.0f, 100.0f, -100.0f,
                           1e15f, -1e15f, 1e-15f,   -1e-15f,   0.625f,       -0.625f, 1e-38f, 1.0f};
  for_each_isa([&](Isa isa) {
    for (int i = 0; i < unary_functions; ++i) {
      Buffer y(std::size(special));
      std::copy(std::begin(special), std::end(special), y.data());
      const auto f = static_cast<UnaryFunction>(i);
      kernels::unary_kernels(isa)[f](y.data(), y.data(), parameters_of(f), 0, y.size());
      for (std::ptrdiff_t k = 0; k < y.size(); ++k) check_value(f, special[k], y[k]);
    }
  });
}

TEST_CASE("unary: exp up to the largest float") {
  const float x[] = {87.9f, 88.0f, 88.01f, 88.3f, 88.38f, 88.5f, 88.72f, 88.73f, 89.5f};
  for_each_isa([&](Isa isa) {
    Buffer y(std::size(x));
    kernels::unary_kernels(isa)[UnaryFunction::exp](x, y.data(), parameters_of(UnaryFunction::exp), 0,
                                                    y.size());
    for (std::ptrdiff_t k = 0; k < y.size(); ++k) check_value(UnaryFunction::exp, x[k], y[k]);
  });
}
