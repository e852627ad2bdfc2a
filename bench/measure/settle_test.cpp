#include "bench/measure/settle.hpp"

#include "bench/measure/fake.hpp"

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("A model has settled when a pass is no longer faster than the one before") {
  FakeClock clock;
  FakeSubject subject(clock, {4800, 4700, 4600, 4590, 1});
  CHECK(settle(subject, clock, {}) == 4);
}

TEST_CASE("Settling ends after the most passes") {
  FakeClock clock;
  FakeSubject subject(clock, {900, 800, 700, 600, 500, 400, 300, 200, 100, 50});
  CHECK(settle(subject, clock, {.most_passes = 8}) == 8);
  CHECK(subject.runs() == 8);
}

TEST_CASE("Settling begins no pass after its time, but runs one") {
  FakeClock clock;
  FakeSubject slow(clock, {3'000'000'000});
  CHECK(settle(slow, clock, {.most_seconds = 2}) == 1);
  FakeSubject faster(clock, {1'500'000'000, 1'000'000'000, 500'000'000});
  CHECK(settle(faster, clock, {.most_seconds = 2}) == 2);
}
