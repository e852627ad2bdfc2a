#include "bench/measure/rotation.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace bricks {

TEST_CASE("Rotation: in proportion to weights, evenly spread, again and again") {
  Rotation rotation({3, 1, 1});
  for (int again = 0; again < 3; ++again)
    for (const std::size_t expected : {0, 1, 0, 2, 0}) CHECK(rotation.next() == expected);
}

TEST_CASE("Rotation: any number of turns holds each about as often as its weight says") {
  const std::vector<std::int64_t> weights = {37, 1, 12, 5, 9};
  Rotation rotation(weights);
  std::vector<double> found(weights.size());
  for (int turn = 1; turn <= 3 * 64; ++turn) {
    ++found[rotation.next()];
    for (std::size_t i = 0; i < weights.size(); ++i)
      CHECK(std::abs(found[i] - static_cast<double>(weights[i]) * turn / 64) < 1.5);
  }
}

TEST_CASE("Rotation: one alternative is always next, weights may be as large as counts of executions") {
  Rotation one({7});
  CHECK(one.next() == 0);
  CHECK(one.next() == 0);
  constexpr std::int64_t large = std::int64_t{1} << 60;
  Rotation two({large, large});
  for (int turn = 0; turn < 10; ++turn) CHECK(two.next() == static_cast<std::size_t>(turn % 2));
}

}  // namespace bricks
