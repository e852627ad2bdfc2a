#include "bench/measure/interruption.hpp"

#include "bench/measure/disturbance.hpp"
#include "bench/measure/fake.hpp"
#include "bench/measure/harness.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

Series series_of(const std::vector<double>& ms) {
  Series made;
  for (const double time : ms) {
    const auto turn = static_cast<int>(made.samples.size());
    made.samples.push_back({turn / 5, turn, 0, turn, time * 1e6, 100});
  }
  return made;
}

}  // namespace

TEST_CASE(
    "Runs that took more than twice as long as usual, and half a millisecond longer, were interrupted") {
  Measurements all;
  all.bricks = {series_of({0.4, 0.4, 3.9, 0.4, 0.5}),
                series_of({0.09, 0.5, 0.09, 0.09, 0.58}),
                series_of({8, 15.9, 8, 16.1, 8}),
                series_of({3}),
                series_of({}),
                series_of({0.406, 0.406, 1.404})};
  all.models = {series_of({74, 75, 150, 74, 70})};
  all.rounds.resize(1);
  all = set_aside_disturbed(all);
  CHECK(times_of(all.bricks[0]) == std::vector<double>{0.4e6, 0.4e6, 0.4e6, 0.5e6});
  CHECK(all.bricks[0].set_aside == 1);
  CHECK(all.bricks[1].samples.size() == 5);  // what another state of the caches makes of it stays
  CHECK(times_of(all.bricks[2]) == std::vector<double>{8e6, 15.9e6, 8e6, 8e6});
  CHECK(all.bricks[3].samples.size() == 1);
  CHECK(all.models[0].samples.size() == 4);
  CHECK(all.bricks[5].samples.size() == 2);
  CHECK(all.rounds[0].disturbed == 4);
  CHECK(all.rounds[0].set_aside == 4);
}

TEST_CASE("An interrupted part is left out of its model's passes") {
  Measurements all;
  all.models = {series_of({74, 74, 78})};
  for (Sample& sample : all.models[0].samples)
    sample.parts = {{1e6, 100}, {sample.turn == 1 ? 8e6 : 4e6, 100}, {2e6, 100}};
  all.models[0].samples[1].parts[1].ns = 9e6;
  mark_interrupted(all);
  CHECK(all.models[0].samples[1].interrupted);
  CHECK_FALSE(all.models[0].samples[2].interrupted);
  CHECK(times_of(set_aside_disturbed(all).models[0]) == std::vector<double>{7e6, 7e6});
}

TEST_CASE("Interrupted runs are set aside with disturbed ones, where those are") {
  Measurements all;
  all.bricks = {series_of({0.4, 0.4, 3.9, 0.4, 0.5})};
  all.bricks[0].samples[0].watch_ns = 150;
  CHECK(set_aside_disturbed(all).bricks[0].samples.size() == 3);
  CHECK(set_aside_disturbed(all).bricks[0].set_aside == 2);
  CHECK(set_aside_disturbed(all, {.set_aside = false}).bricks[0].samples.size() == 5);
  all.models = {series_of({201})};
  CHECK(set_aside_disturbed(all).bricks[0].samples.size() == 5);
}

TEST_CASE("Interrupted runs leave as many undisturbed ones as a session asks for") {
  // Of 30 runs a third was interrupted, and the watch was as usual beside six, of which three were.
  Measurements all;
  all.bricks = {series_of(std::vector<double>(30, 0.4))};
  for (Sample& sample : all.bricks[0].samples) {
    if (sample.turn % 3 == 0) sample.ns = 3.9e6;
    sample.watch_ns = sample.turn < 6 && sample.turn != 1 ? 100 : 100 + 10 * sample.turn;
  }
  const Measurements result =
      set_aside_disturbed(all, {.disturbed = Disturbed::least_count, .least_runs = 6});
  CHECK(result.bricks[0].samples.size() >= 6);
  for (const Sample& sample : result.bricks[0].samples) CHECK(sample.ns == 0.4e6);
  CHECK(result.least_undisturbed_share == doctest::Approx(3.0 / 30));
  // Adjusted, all that were not interrupted count.
  CHECK(set_aside_disturbed(all, {.least_runs = 6}).bricks[0].samples.size() == 20);
}

TEST_CASE("Interrupted runs are made up for") {
  FakeClock clock;
  constexpr std::int64_t usual = 400'000, interrupted = 3'900'000;
  FakeBrick brick(clock, {usual, usual, interrupted, usual, usual, usual, interrupted, usual, usual, usual});
  FakeBrick reference(clock, {7}), watch(clock, {50});
  TeamTurn turn(clock, 1, {&brick, &reference}, &watch);
  Surroundings surroundings;
  surroundings.clock = &clock;
  FixedRuns stopping(6, 6);
  Protocol protocol;
  protocol.disturbance.least_runs = 6;
  const Measurements result = measure({{{&turn, 0}}, {}}, protocol, stopping, surroundings);
  CHECK(result.turns == 12);
  CHECK(result.bricks[0].samples.size() == 10);
  CHECK(result.bricks[0].set_aside == 2);
}
