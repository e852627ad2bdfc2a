#include "engine/weights/recipe.hpp"

#include <cmath>
#include <set>
#include <vector>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

std::vector<float> floats(const WeightRecipe& recipe, StreamKey key, std::int64_t count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  fill(recipe, key, {ElementType::float32, {count}}, values.data());
  return values;
}

}  // namespace

TEST_CASE("values are the same on every machine") {
  const std::vector<float> values = floats({0.5f, 0.25f}, stream_key(1, "conv1.weight"), 4);
  CHECK(values == std::vector<float>{0.733926415f, 0.487758636f, 0.332675636f, 0.505829096f});
}

TEST_CASE("values have the mean and variance that were asked for") {
  const std::vector<float> values = floats(uniform(3, 0.25), stream_key(7, "w"), 1 << 20);
  double sum = 0, squares = 0;
  for (float value : values) sum += value, squares += (value - 3.0) * (value - 3.0);
  CHECK(sum / (1 << 20) == doctest::Approx(3).epsilon(1e-3));
  CHECK(squares / (1 << 20) == doctest::Approx(0.25).epsilon(3e-3));
}

TEST_CASE("streams differ by seed and by name, and no value repeats at once") {
  const std::vector<float> a = floats({}, stream_key(1, "a"), 4096);
  CHECK(a != floats({}, stream_key(2, "a"), 4096));
  CHECK(a != floats({}, stream_key(1, "b"), 4096));
  CHECK(std::set<float>(a.begin(), a.end()).size() > 4090);
}

TEST_CASE("neighbours, rows and streams are not correlated") {
  const std::int64_t count = 1 << 18;
  const std::vector<float> a = floats({}, stream_key(1, "a"), count),
                           b = floats({}, stream_key(1, "b"), count);
  const auto correlation = [&](const std::vector<float>& x, const std::vector<float>& y, std::size_t lag) {
    double sum = 0;
    for (std::size_t i = 0; i + lag < x.size(); ++i)
      sum += static_cast<double>(x[i]) * static_cast<double>(y[i + lag]);
    return 3 * sum / static_cast<double>(count);
  };
  for (const std::size_t lag : {1u, 2u, 3u, 9u, 64u, 576u, 4096u})
    CHECK(std::abs(correlation(a, a, lag)) < 0.01);
  for (const std::size_t lag : {0u, 1u, 64u}) CHECK(std::abs(correlation(a, b, lag)) < 0.01);
}

TEST_CASE("centred rows sum to zero, however long") {
  for (const std::int64_t row : {2, 27, 4096, 5000}) {
    WeightRecipe recipe{0, 1};
    recipe.row = row;
    const std::vector<float> values = floats(recipe, stream_key(1, "w"), 3 * row);
    for (int r = 0; r < 3; ++r) {
      double sum = 0;
      for (std::int64_t i = 0; i < row; ++i)
        sum += static_cast<double>(values[static_cast<std::size_t>(r * row + i)]);
      CHECK(std::abs(sum) < 1e-6 * static_cast<double>(row));
    }
  }
}

TEST_CASE("integers stay below their limit") {
  WeightRecipe recipe;
  recipe.limit = 10;
  std::vector<std::int64_t> values(1000);
  fill(recipe, stream_key(1, "i"), {ElementType::int64, {1000}}, values.data());
  CHECK(std::set<std::int64_t>(values.begin(), values.end()) ==
        std::set<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
}
