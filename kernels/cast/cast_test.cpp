#include "kernels/cast/cast.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using bricks::kernels::cast;
using bricks::kernels::CastType;

namespace {

template <class To, class From>
std::vector<To> converted(CastType from, CastType to, const std::vector<From>& x) {
  std::vector<To> y(x.size(), To{77});
  cast(from, to, x.data(), y.data(), 0, static_cast<std::ptrdiff_t>(x.size()));
  return y;
}

}  // namespace

TEST_CASE("float to integers: towards zero, the nearest value where out of range") {
  const std::vector<float> x = {1.9f, -1.9f, 3e9f, -3e9f, INFINITY, -INFINITY, NAN, 1e30f};
  using I32 = std::numeric_limits<std::int32_t>;
  using I64 = std::numeric_limits<std::int64_t>;
  CHECK(converted<std::int32_t>(CastType::float32, CastType::int32, x) ==
        std::vector<std::int32_t>{1, -1, I32::max(), I32::min(), I32::max(), I32::min(), 0, I32::max()});
  CHECK(converted<std::int64_t>(CastType::float32, CastType::int64, x) ==
        std::vector<std::int64_t>{1, -1, 3000000000, -3000000000, I64::max(), I64::min(), 0, I64::max()});
}

TEST_CASE("booleans") {
  CHECK(converted<std::uint8_t>(CastType::float32, CastType::boolean,
                                std::vector<float>{0, -0.0f, 0.5f, NAN}) ==
        std::vector<std::uint8_t>{0, 0, 1, 1});
  CHECK(converted<float>(CastType::boolean, CastType::float32, std::vector<std::uint8_t>{0, 1, 255}) ==
        std::vector<float>{0, 1, 1});
  CHECK(converted<std::uint8_t>(CastType::boolean, CastType::boolean, std::vector<std::uint8_t>{0, 9}) ==
        std::vector<std::uint8_t>{0, 1});
}

TEST_CASE("integers, and a part of a range alone") {
  CHECK(converted<float>(CastType::int64, CastType::float32, std::vector<std::int64_t>{-5, 1 << 20}) ==
        std::vector<float>{-5, 1048576});
  const std::vector<std::int32_t> x = {1, 2, 3};
  std::vector<std::int64_t> y(3, 0);
  cast(CastType::int32, CastType::int64, x.data(), y.data(), 1, 2);
  CHECK(y == std::vector<std::int64_t>{0, 2, 0});
}
