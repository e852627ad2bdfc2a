#include "bench/measure/disturbance.hpp"

#include "bench/measure/fake.hpp"
#include "bench/measure/harness.hpp"
#include "bench/measure/looks.hpp"
#include "bench/measure/part_passes.hpp"

#include <algorithm>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

Series series(const std::vector<double>& watch_ns, double ns = 1000) {
  Series made;
  for (const double watch : watch_ns) {
    const auto turn = static_cast<int>(made.samples.size());
    made.samples.push_back({turn / 5, turn, 0, turn, ns, watch});
  }
  return made;
}

// Two rounds of five turns each: one brick, one model.
Measurements session(const std::vector<double>& brick, const std::vector<double>& model) {
  Measurements made;
  made.bricks = {series(brick)};
  made.models = {series(model)};
  made.rounds.resize(2);
  return made;
}

std::vector<int> turns_of(const Series& series) {
  std::vector<int> turns;
  for (const Sample& sample : series.samples) turns.push_back(sample.turn);
  return turns;
}

}  // namespace

TEST_CASE("Runs beside which the watch took longer are set aside and counted") {
  const Measurements result = set_aside_disturbed(session({100, 104, 106, 100, 150, 101, 100, 100, 100, 100},
                                                          {100, 100, 100, 100, 100, 99, 120, 120, 100, 98}));
  CHECK(turns_of(result.bricks[0]) == std::vector<int>{0, 1, 3, 5, 6, 7, 8, 9});
  CHECK(turns_of(result.models[0]) == std::vector<int>{0, 1, 2, 3, 4, 5, 8, 9});
  CHECK(result.bricks[0].set_aside == 2);
  CHECK(result.models[0].set_aside == 2);
  CHECK(result.undisturbed_share == doctest::Approx(0.8));
  for (const RoundRecord& round : result.rounds) {
    CHECK(round.runs == 10);
    CHECK(round.disturbed == 2);
    CHECK(round.set_aside == 2);
  }
}

TEST_CASE("Disturbed runs may count all the same") {
  const Measurements result = set_aside_disturbed(
      session({100, 150, 100, 100, 100, 100, 100, 100, 100, 100}, std::vector<double>(10, 100)),
      {.set_aside = false});
  CHECK(result.bricks[0].samples.size() == 10);
  CHECK(result.rounds[0].disturbed == 1);
  CHECK(result.rounds[0].set_aside == 0);
  CHECK(result.least_undisturbed_share == 1);
}

TEST_CASE("Where fewer than half of the runs were left alone, all count, adjusted") {
  const std::vector<double> calm(10, 100), busy{100, 110, 150, 100, 200, 100, 125, 100, 125, 125};
  Measurements all = session(calm, busy);
  const Measurements result = set_aside_disturbed(all);
  CHECK(result.undisturbed_share == doctest::Approx(0.4));
  CHECK(times_of(result.bricks[0]) == std::vector<double>(10, 1000));
  const std::vector<double> times = times_of(result.models[0]);
  REQUIRE(times.size() == 10);
  CHECK(times[0] == 1000);
  CHECK(times[2] == doctest::Approx(1000 / 1.5));
  CHECK(times[4] == doctest::Approx(1000 / 2.0));
  CHECK(result.models[0].set_aside == 0);
  CHECK(result.rounds[0].disturbed == 3);
  CHECK(result.rounds[0].adjusted == 3);
  CHECK(result.rounds[0].set_aside == 0);
  CHECK(result.rounds[1].adjusted == 3);
  // What was interrupted is set aside all the same.
  all.models[0].samples[3].ns = 1e9;
  const Measurements interrupted = set_aside_disturbed(all);
  CHECK(interrupted.models[0].samples.size() == 9);
  CHECK(interrupted.rounds[0].set_aside == 1);
  CHECK(interrupted.rounds[0].adjusted == 3);
}

TEST_CASE("Where hardly a run of other engines was left alone, the least disturbed fifth counts") {
  const std::vector<double> calm(10, 100), busy{100, 160, 150, 170, 180, 190, 200, 210, 220, 230};
  const Measurements all = session(calm, busy);
  const Measurements result = set_aside_disturbed(all, {.disturbed = Disturbed::least_count});
  CHECK(result.undisturbed_share == doctest::Approx(0.1));
  CHECK(result.bricks[0].samples.size() == 10);
  CHECK(turns_of(result.models[0]) == std::vector<int>{0, 2});
  CHECK(result.models[0].set_aside == 8);
  CHECK(result.rounds[0].disturbed == 4);
  CHECK(result.rounds[0].set_aside == 3);
  CHECK(times_of(result.models[0]) == std::vector<double>(2, 1000));
  CHECK(set_aside_disturbed(all, {.set_aside = false}).models[0].samples.size() == 10);
}

TEST_CASE("Where all runs of other engines were disturbed alike, all count as they were") {
  const std::vector<double> calm(10, 100), busy{100, 150, 150, 150, 150, 150, 150, 150, 150, 150};
  for (const Measurements& all : {session(calm, busy), session(busy, calm)}) {
    const Measurements result = set_aside_disturbed(all, {.disturbed = Disturbed::least_count});
    CHECK(result.undisturbed_share == doctest::Approx(0.1));
    CHECK(times_of(result.bricks[0]) == std::vector<double>(10, 1000));
    CHECK(times_of(result.models[0]) == std::vector<double>(10, 1000));
    CHECK(result.rounds[0].disturbed == 4);
    CHECK(result.rounds[0].set_aside == 0);
  }
}

TEST_CASE("Every series needs some undisturbed runs of its own") {
  Measurements all = session(std::vector<double>(10, 100), std::vector<double>(10, 100));
  all.bricks.push_back(series({100, 100, 150, 150, 150}));
  const DisturbanceRule three{.least_runs = 3};
  CHECK(set_aside_disturbed(all, three).bricks[1].samples.size() == 5);
  CHECK(set_aside_disturbed(all, three).least_undisturbed_share == doctest::Approx(0.4));
  CHECK(set_aside_disturbed(all).bricks[1].samples.size() == 2);
  all.bricks[1].samples[2].watch_ns = 100;
  CHECK(set_aside_disturbed(all, three).bricks[1].samples.size() == 3);
}

TEST_CASE("Of runs that are too long for the watch none is set aside, all are adjusted") {
  Measurements all = session(std::vector<double>(10, 100), std::vector<double>(10, 100));
  all.bricks[0].samples[0].watch_ns = 150;
  for (Sample& sample : all.models[0].samples) sample.ns = 201e6;
  const Measurements result = set_aside_disturbed(all);
  CHECK(result.undisturbed_share == 0);
  CHECK(result.too_long);
  REQUIRE(result.bricks[0].samples.size() == 10);
  CHECK(result.bricks[0].samples[0].ns == doctest::Approx(1000 / 1.5));
  CHECK(result.bricks[0].samples[1].ns == 1000);
  CHECK(result.rounds[0].disturbed == 1);
  CHECK(set_aside_disturbed(all, {.disturbed = Disturbed::least_count}).bricks[0].samples[0].ns == 1000);
  // A look at one end of such a run does not tell how long others were there.
  for (const int i : {0, 1}) all.models[0].samples[i].watch_ns = 150;
  all.models[0].samples[0].looks = {100, 150};
  all.models[0].samples[1].looks = {150, 150};
  const std::vector<Sample> passes = set_aside_disturbed(all).models[0].samples;
  CHECK(passes[0].ns == 201e6);
  CHECK(passes[1].ns == doctest::Approx(201e6 / 1.5));
  // A long brick does not keep others from being made up for.
  all.models.clear();
  for (Sample& sample : all.bricks[0].samples) sample.ns = 201e6;
  CHECK(set_aside_disturbed(all).bricks[0].samples.size() == 9);
}

TEST_CASE("Of a long run every part has to be left alone once") {
  // Three passes of two parts; the watch beside each.
  const std::vector<Sample> passes = {{0, 0, 0, 0, 30, 150, {{10, 100}, {20, 150}}},
                                      {0, 1, 0, 30, 33, 100, {{11, 100}, {22, 100}}},
                                      {1, 2, 0, 63, 36, 100, {{12, 100}, {24, 100}}}};
  const std::vector<Sample> joint = undisturbed_passes(passes, 105);
  REQUIRE(joint.size() == 2);
  CHECK(times_of({joint}) == std::vector<double>{10 + 22, 11 + 24});
  CHECK(turns_of({joint}) == std::vector<int>{1, 2});
  CHECK(joint[0].start_ns == 30);
  CHECK(joint[1].round == 1);
  CHECK(joint[1].watch_ns == 100);
  CHECK(times_of({undisturbed_passes(passes, 150)}) == std::vector<double>{30, 33, 36});
  CHECK(undisturbed_passes(passes, 99).empty());
  for (const double limit_ns : {99.0, 105.0, 150.0})
    CHECK(count_undisturbed_passes(passes, limit_ns) == undisturbed_passes(passes, limit_ns).size());
  CHECK(undisturbed_passes({}, 99).empty());
}

TEST_CASE("A model whose passes are all disturbed somewhere is measured all the same") {
  Measurements all = session(std::vector<double>(10, 100), std::vector<double>(10, 150));
  for (Sample& sample : all.models[0].samples) {
    const bool first = sample.turn % 2 == 0;
    sample.parts = {{150e6, first ? 150.0 : 100.0}, {160e6, first ? 100.0 : 150.0}};
    sample.ns = 310e6;
  }
  const Measurements result = set_aside_disturbed(all);
  CHECK_FALSE(result.too_long);
  CHECK(result.models[0].samples.size() == 5);
  CHECK(result.models[0].set_aside == 5);
  CHECK(result.undisturbed_share == doctest::Approx(0.5));
  CHECK(result.rounds[0].disturbed == 5);
  CHECK(set_aside_disturbed(all, {.set_aside = false}).models[0].samples.size() == 10);
  // One part is longer than the watch can vouch for.
  for (Sample& sample : all.models[0].samples) sample.parts[1].ns = 201e6;
  CHECK(set_aside_disturbed(all).too_long);
}

TEST_CASE("Where somebody ran without a watch, nothing is set aside") {
  Measurements all = session(std::vector<double>(10, 100), std::vector<double>(10, 100));
  all.bricks[0].samples[0].watch_ns = 150;
  all.models[0].samples[7].watch_ns = 0;
  const Measurements result = set_aside_disturbed(all);
  CHECK(result.bricks[0].samples.size() == 10);
  CHECK(result.rounds[0].runs == 0);
  CHECK(set_aside_disturbed({}).undisturbed_share == 1);
}

TEST_CASE("Disturbed runs are made up for") {
  FakeClock clock;
  FakeBrick brick(clock, {10}), reference(clock, {7});
  // Looks before and after each block of turns; the third block of four is disturbed.
  const std::int64_t calm = 500, busy = 900;
  const auto looks_a_block = 4 * watch_runs;  // around a discarded turn and a timed one
  std::vector<std::int64_t> looks(static_cast<std::size_t>(8 * looks_a_block), calm);
  std::fill_n(looks.begin() + 2 * looks_a_block, looks_a_block, busy);
  FakeBrick watch(clock, looks);
  TeamTurn turn(clock, 1, {&brick, &reference}, &watch);
  Surroundings surroundings;
  surroundings.clock = &clock;
  FixedRuns stopping(6, 1);
  const Measurements result = measure({{{&turn, 1}}, {}}, {}, stopping, surroundings);
  CHECK(result.bricks[0].samples.size() == 6);
  CHECK(result.bricks[0].set_aside == 1);
  CHECK(result.turns == 7);
}

TEST_CASE("The watch looks between the parts of a long run, and is no part of it") {
  FakeClock clock;
  FakeParts parts(clock, {part_interval_ns, 10, 20});
  FakeBrick watch(clock, {50, 50, 50, 70, 70, 70, 60});
  TeamRunnable* const order[] = {&parts};
  const auto timings = run_in_team(clock, 1, order, &watch);
  CHECK(watch.runs() == 3 * watch_runs);
  REQUIRE(timings[0].parts.size() == 3);
  CHECK(timings[0].parts[0].ns == part_interval_ns);
  CHECK(timings[0].parts[0].watch_ns == 70);
  CHECK(timings[0].parts[2].ns == 20);
  CHECK(timings[0].parts[2].watch_ns == 70);
  CHECK(timings[0].ns == part_interval_ns + 30);
  CHECK(timings[0].watch_ns == 70);
  CHECK(timings[0].looks.longest() == 0);
  CHECK(run_in_team(clock, 1, order)[0].parts.size() == 3);
}

TEST_CASE("The watch looks in front of, between and behind runs, and the median look counts") {
  FakeClock clock;
  FakeBrick slow(clock, {watch_interval_ns}), fast(clock, {10});
  FakeBrick watch(clock, {60, 50, 70, 80, 90, 100, 40, 45, 42});
  TeamRunnable* const order[] = {&fast, &slow, &fast, &fast};
  const auto timings = run_in_team(clock, 1, order, &watch);
  CHECK(watch.runs() == 3 * watch_runs);
  CHECK(timings[0].watch_ns == 90);
  CHECK(timings[0].looks.before_ns == 60);
  CHECK(timings[0].looks.after_ns == 90);
  CHECK(timings[1].watch_ns == 90);
  CHECK(timings[2].watch_ns == 90);
  CHECK(timings[2].looks.before_ns == 90);
  CHECK(timings[2].looks.after_ns == 42);
  CHECK(timings[3].watch_ns == 90);
  CHECK(timings[1].ns == watch_interval_ns);
  CHECK(run_in_team(clock, 1, order)[0].watch_ns == 0);
}
