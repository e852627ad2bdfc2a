#include "kernels/reduce/reduce.hpp"

#include "kernels/reduce/reduce_reference.hpp"
#include "tests/support/tensor_index.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;
using kernels::ReduceFunction;

namespace {

constexpr int functions = static_cast<int>(ReduceFunction::count);
constexpr float infinity = std::numeric_limits<float>::infinity();

struct Problem {
  Sizes sizes;
  std::array<bool, 6> reduced;

  std::span<const bool> axes() const { return {reduced.data(), sizes.size()}; }
  Sizes outputs() const {
    Sizes kept = sizes;
    for (std::size_t d = 0; d < sizes.size(); ++d)
      if (reduced[d]) kept[d] = 1;
    return kept;
  }
};

Buffer expected_of(const Problem& problem, const Buffer& x, ReduceFunction f) {
  const Sizes outputs = problem.outputs();
  std::vector<std::vector<double>> terms(static_cast<std::size_t>(product(outputs)));
  for (std::ptrdiff_t i = 0; i < x.size(); ++i) {
    Sizes index = index_of(problem.sizes, i);
    for (std::size_t d = 0; d < index.size(); ++d)
      if (problem.reduced[d]) index[d] = 0;
    terms[static_cast<std::size_t>(position_of(outputs, index))].push_back(x[i]);
  }
  Buffer expected(product(outputs));
  for (std::ptrdiff_t i = 0; i < expected.size(); ++i)
    expected[i] = static_cast<float>(kernels::reference::reduce(f, terms[static_cast<std::size_t>(i)]));
  return expected;
}

void check_reduce(Isa isa, Random& random, const Problem& problem) {
  const kernels::ReduceShape shape = kernels::reduce_shape(problem.sizes, problem.axes());
  for (int i = 0; i < functions; ++i) {
    CAPTURE(i);
    const auto f = static_cast<ReduceFunction>(i);
    const bool near_one = f == ReduceFunction::prod || f == ReduceFunction::log_sum;
    const Buffer x =
        random_buffer(random, product(problem.sizes), near_one ? 0.99f : -1.5f, near_one ? 1.01f : 1.5f);
    const Buffer expected = expected_of(problem, x, f);
    REQUIRE(shape.kept.count == expected.size());
    // Of a sum of as many terms of either sign, while the sum itself may come out near zero.
    const double magnitude = std::sqrt(static_cast<double>(shape.reduced.count));
    Buffer first = expected;
    for_each_thread_count([&](int threads) {
      Buffer y(expected.size(), not_a_number);
      split(y.size(), threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        kernels::reduce_kernels(isa)[f](shape, x.data(), y.data(), begin, end);
      });
      check_close(y, expected, {.relative = 5e-6, .magnitude = magnitude});
      if (threads == 1) first = y;
      check_close(y, first, {.relative = 0});
    });
  }
}

}  // namespace

TEST_CASE("reduce: every function over random axes of up to five, every ISA and split") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    for (int round = 0; round < 60; ++round) {
      Problem problem{};
      const int rank = random_int(random, 0, 5);
      problem.sizes = random_sizes(random, rank, 1, rank < 3 ? 60 : 9);
      for (int d = 0; d < rank; ++d)
        problem.reduced[static_cast<std::size_t>(d)] = random_int(random, 0, 1) == 1;
      check_reduce(isa, random, problem);
    }
  });
}

TEST_CASE("reduce: long axes, inside and outside") {
  Random random = seeded_random();
  for_each_isa([&](Isa isa) {
    check_reduce(isa, random, {{3, 5000}, {false, true}});
    check_reduce(isa, random, {{700, 70}, {true, false}});
    check_reduce(isa, random, {{2, 3, 40, 40}, {false, false, true, true}});
  });
}

TEST_CASE("reduce: over no element, and infinities in log_sum_exp") {
  for_each_isa([&](Isa isa) {
    const bool axes[] = {false, true};
    const Sizes empty = {2, 0}, two = {1, 3};
    const kernels::ReduceShape none = kernels::reduce_shape(empty, axes);
    const float results[] = {0, not_a_number, -infinity, infinity, 1, 0, 0, 0, -infinity, -infinity};
    for (int i = 0; i < functions; ++i) {
      CAPTURE(i);
      float y[2] = {5, 5};
      kernels::reduce_kernels(isa)[static_cast<ReduceFunction>(i)](none, nullptr, y, 0, 2);
      for (float value : y) CHECK((std::isnan(results[i]) ? std::isnan(value) : value == results[i]));
    }
    const kernels::ReduceShape three = kernels::reduce_shape(two, axes);
    const auto log_sum_exp = [&](float a, float b, float c) {
      const float x[] = {a, b, c};
      float y;
      kernels::reduce_kernels(isa)[ReduceFunction::log_sum_exp](three, x, &y, 0, 1);
      return y;
    };
    CHECK(log_sum_exp(-infinity, -infinity, -infinity) == -infinity);
    CHECK(log_sum_exp(1, infinity, 0) == infinity);
    CHECK(log_sum_exp(100, -infinity, 100) == doctest::Approx(100 + std::log(2.0)));
  });
}

TEST_CASE("arg_reduce: first and last, largest and smallest, any inner size and split") {
  Random random = seeded_random();
  for (int round = 0; round < 100; ++round) {
    const kernels::ArgReduceShape shape = {random_int(random, 0, 4), random_int(random, 1, 20),
                                           random_int(random, 1, 150), random_int(random, 0, 1) == 1,
                                           random_int(random, 0, 1) == 1};
    Buffer x(shape.outer * shape.axis * shape.inner);
    for (std::ptrdiff_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(random_int(random, -3, 3));
    for_each_thread_count([&](int threads) {
      std::vector<std::int64_t> y(static_cast<std::size_t>(shape.outer * shape.inner), -1);
      split(shape.outer * shape.inner, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        kernels::arg_reduce(shape, x.data(), y.data(), begin, end);
      });
      for (std::ptrdiff_t o = 0; o < shape.outer; ++o)
        for (std::ptrdiff_t i = 0; i < shape.inner; ++i) {
          std::int64_t best = 0;
          const auto value = [&](std::int64_t a) { return x[(o * shape.axis + a) * shape.inner + i]; };
          for (std::int64_t a = 1; a < shape.axis; ++a) {
            const bool better = shape.largest ? value(a) > value(best) : value(a) < value(best);
            if (better || (shape.select_last && value(a) == value(best))) best = a;
          }
          CHECK(y[static_cast<std::size_t>(o * shape.inner + i)] == best);
        }
    });
  }
}
