#include "bench/backends/seeded_values.hpp"

#include <algorithm>
#include <cstring>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::bench;

namespace {

float value(const std::vector<std::byte>& bytes, std::size_t index) {
  float number;
  std::memcpy(&number, bytes.data() + index * sizeof number, sizeof number);
  return number;
}

}  // namespace

// The numbers are those of a program of ten lines in Python that follows README.md.
TEST_CASE("Seeded inputs are those that the protocol defines") {
  const auto first = seeded_values({ElementType::float32, {1, 150000}}, 1, 0);
  CHECK(value(first, 0) == 0.7927230596542358f);
  CHECK(value(first, 1) == 0.5825188159942627f);
  CHECK(value(first, 149999) == 0.5562688112258911f);
  CHECK(value(seeded_values({ElementType::float32, {1}}, 7, 1), 0) == -0.5636812448501587f);
}

TEST_CASE("Integer inputs are zero") {
  const auto values = seeded_values({ElementType::int64, {2, 3}}, 1, 0);
  CHECK(values.size() == 48);
  CHECK(std::all_of(values.begin(), values.end(), [](std::byte b) { return b == std::byte{0}; }));
}
