#include "bench/compare/difference.hpp"

#include "tests/support/complaint.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::bench;

namespace {

NpyArray floats(std::vector<float> values) {
  NpyArray array{ElementType::float32, {static_cast<std::int64_t>(values.size())}, {}};
  array.bytes.resize(values.size() * sizeof(float));
  std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
  return array;
}

constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("The largest difference is a share of the largest element of its own output") {
  CHECK(largest_difference({{"y", floats({1, -7, 2})}}, {{"y", floats({1, -8, 2})}}) == 0.125);
  CHECK(largest_difference({{"a", floats({1})}, {"b", floats({3})}},
                           {{"a", floats({1})}, {"b", floats({4})}}) == 0.25);
  CHECK(largest_difference({{"y", floats({0, 0})}}, {{"y", floats({0, 0})}}) == 0);
}

TEST_CASE("What is not a number on both sides is the same, on one side infinitely far") {
  CHECK(largest_difference({{"y", floats({no_number, infinite})}}, {{"y", floats({no_number, infinite})}}) ==
        0);
  CHECK(std::isinf(largest_difference({{"y", floats({no_number, 1})}}, {{"y", floats({2, 1})}})));
  CHECK(std::isinf(largest_difference({{"y", floats({1})}}, {{"y", floats({0})}})));
}

TEST_CASE("Infinite elements hide no difference of others, and no other value stands for one") {
  CHECK(largest_difference({{"y", floats({infinite, 3})}}, {{"y", floats({infinite, 4})}}) == 0.25);
  CHECK(std::isinf(largest_difference({{"y", floats({1, 4})}}, {{"y", floats({infinite, 4})}})));
  CHECK(std::isinf(largest_difference({{"y", floats({no_number, 4})}}, {{"y", floats({infinite, 4})}})));
  CHECK(std::isinf(largest_difference({{"y", floats({-infinite})}}, {{"y", floats({infinite})}})));
}

TEST_CASE("A missing output and another shape are errors") {
  CHECK(test::complaint([] { largest_difference({}, {{"y", floats({1})}}); }) == "no output 'y'");
  CHECK(test::complaint([] {
          largest_difference({{"y", floats({1, 2})}}, {{"y", floats({1})}});
        }) == "output 'y' is float32 2, expected float32 1");
}
