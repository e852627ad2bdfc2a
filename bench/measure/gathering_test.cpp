#include "bench/measure/gathering.hpp"

#include <initializer_list>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

constexpr std::int64_t ms = 1'000'000;

}  // namespace

TEST_CASE("cores within one cache are left alone") {
  GatheringRule rule;
  CHECK_FALSE(rule.is_worth_trying(28, 0, 1));
  CHECK_FALSE(rule.is_worth_trying(80, 0, 2));  // twice as long as before, yet near
}

TEST_CASE("cores that are always apart are let be after a second of trying") {
  GatheringRule rule;
  CHECK(rule.is_worth_trying(130, 0, ms));
  CHECK(rule.is_worth_trying(140, 999 * ms, 1000 * ms));
  CHECK_FALSE(rule.is_worth_trying(130, 1 * ms, 1001 * ms));
  CHECK_FALSE(rule.is_worth_trying(140, 0, 1'000'000 * ms));
}

TEST_CASE("for how long to try at first can be said") {
  GatheringRule never(0), longer(2000 * ms);
  CHECK_FALSE(never.is_worth_trying(130, 0, ms));
  CHECK(longer.is_worth_trying(130, 0, ms));
  CHECK(longer.is_worth_trying(130, 1999 * ms, 2000 * ms));
  CHECK_FALSE(longer.is_worth_trying(130, 1 * ms, 2001 * ms));
}

TEST_CASE("trying goes on for a third of the time where it has helped") {
  GatheringRule rule;
  CHECK(rule.is_worth_trying(160, 0, ms));
  CHECK_FALSE(rule.is_worth_trying(28, 400 * ms, 401 * ms));
  CHECK(rule.is_worth_trying(160, 0, 3001 * ms));
  CHECK(rule.is_worth_trying(160, 1799 * ms, 4801 * ms));  // 2199 of 1000 + 4800 / 3
  CHECK_FALSE(rule.is_worth_trying(160, 900 * ms, 6001 * ms));
  CHECK(rule.is_worth_trying(160, 0, 9001 * ms));
}

TEST_CASE("cores that were nearer are apart only where a line takes twice as long") {
  GatheringRule rule;
  CHECK_FALSE(rule.is_worth_trying(90, 0, 1));
  CHECK(rule.is_worth_trying(190, 0, 2));  // now both are known
  CHECK_FALSE(rule.is_worth_trying(170, 0, 3));
}

TEST_CASE("real cores are gathered within the time there is for it") {
  for (const int threads : {1, 2, 3, 4, 1000}) gather_cores(threads);
}
