#include "bench/measure/harness.hpp"

#include "bench/measure/fake.hpp"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// Two bricks, a reference, two models on one fake clock.
struct HarnessBench {
  FakeClock clock;
  FakeBrick a{clock, {10}, 3}, b{clock, {20}, 3}, reference;
  FakeSubject first{clock, {100}}, second;
  TeamTurn turn{clock, 1, {&a, &b, &reference}};
  Surroundings surroundings;

  explicit HarnessBench(std::vector<std::int64_t> reference_costs = {7},
                        std::vector<std::int64_t> second_costs = {500, 400, 300})
      : reference(clock, std::move(reference_costs)), second(clock, std::move(second_costs)) {
    surroundings.clock = &clock;
  }
  Measurements run(int runs, int runs_per_round, std::uint64_t seed = 1) {
    FixedRuns stopping(runs, runs_per_round);
    return measure({{{&turn}}, {&first, &second}}, {.seed = seed}, stopping, surroundings);
  }
};

}  // namespace

TEST_CASE("Every brick and model gets its runs; restoring is not timed") {
  const Measurements result = HarnessBench().run(10, 4);
  REQUIRE(result.bricks.size() == 2);
  REQUIRE(result.models.size() == 2);
  CHECK(result.rounds.size() == 3);
  CHECK(result.turns == 10);
  for (const auto* series : {&result.bricks[0], &result.bricks[1], &result.models[0], &result.models[1]})
    CHECK(series->samples.size() == 10);
  for (const Sample& sample : result.bricks[0].samples) CHECK(sample.ns == 10);
  for (const Sample& sample : result.bricks[1].samples) CHECK(sample.ns == 20);
  for (const Sample& sample : result.models[0].samples) CHECK(sample.ns == 100);
}

TEST_CASE("What settles is counted and not among the samples") {
  const Measurements result = HarnessBench().run(8, 4);
  CHECK(result.models[0].discarded == 1 + 2 * 2);
  // 500; 400, 300, 300; then two passes in the second visit.
  CHECK(result.models[1].discarded == 1 + 3 + 2);
  for (const Sample& sample : result.models[1].samples) CHECK(sample.ns == 300);
  CHECK(result.bricks[0].discarded == 2);  // one turn at the beginning of each round
}

TEST_CASE(
    "Where a model takes a second single passes and turns alternate, and only the first are discarded") {
  const Measurements result = HarnessBench({7}, {2'000'000'000}).run(10, 4);
  CHECK(result.rounds.size() == 10);
  CHECK(result.turns == 10);
  for (const Series* series : {&result.bricks[0], &result.models[0], &result.models[1]}) {
    REQUIRE(series->samples.size() == 10);
    CHECK(series->discarded == 1);
    for (int i = 0; i < 10; ++i) CHECK(series->samples[static_cast<std::size_t>(i)].round == i);
  }
}

TEST_CASE("Samples say in which round, turn and place they were taken, and when") {
  const Measurements result = HarnessBench().run(6, 3);
  std::set<std::int64_t> starts;
  for (std::size_t i = 0; i < 6; ++i) {
    std::set<int> places;
    for (const Series* series : {&result.bricks[0], &result.bricks[1], &result.reference}) {
      const Sample& sample = series->samples[i];
      CHECK(sample.round == static_cast<int>(i / 3));
      CHECK(sample.turn == static_cast<int>(i));
      CHECK(sample.start_ns >= 0);
      CHECK(sample.start_ns < result.total_ns);
      places.insert(sample.position);
      starts.insert(sample.start_ns);
    }
    CHECK(places == std::set<int>{0, 1, 2});
  }
  CHECK(starts.size() == 18);
  // Nothing but blocks takes time on this clock.
  CHECK(result.bricks_ns + result.models_ns == result.total_ns);
}

TEST_CASE("The order is random, and the seed's alone") {
  const auto positions = [](std::uint64_t seed) {
    std::vector<int> all;
    const Measurements result = HarnessBench().run(20, 5, seed);
    for (const Sample& sample : result.bricks[0].samples) all.push_back(sample.position);
    return all;
  };
  CHECK(positions(1) == positions(1));
  CHECK(positions(1) != positions(2));
  const std::vector<int> one = positions(1);
  CHECK(std::set<int>(one.begin(), one.end()).size() == 3);
}

TEST_CASE("A round whose reference is off is marked, the others are not") {
  // Turns: discarded + 2 in every round: the middle of the session is slow.
  HarnessBench bench({7, 7, 7, 7, 7, 7, 9, 9, 9, 9, 7});
  const Measurements result = bench.run(20, 2);
  int noisy = 0;
  for (const RoundRecord& round : result.rounds) {
    CHECK(round.noisy == (round.reference_ns != 7));
    noisy += round.noisy;
  }
  CHECK(noisy >= 1);
  CHECK(noisy == result.noisy_rounds());
  CHECK(result.bricks[0].samples.size() == 20);  // marked, never dropped
}

TEST_CASE("A round in which the hypervisor took time is marked") {
  HarnessBench bench;
  std::int64_t ticks = 100;
  int calls = 0;
  bench.surroundings.steal_ticks = [&] {
    return ++calls == 4 ? ticks += 5 : ticks;
  };  // within the second round
  const Measurements result = bench.run(9, 3);
  REQUIRE(result.rounds.size() == 3);
  CHECK(result.rounds[0].steal_ticks == 0);
  CHECK(result.rounds[1].steal_ticks == 5);
  CHECK(result.rounds[1].noisy);
  CHECK(result.noisy_rounds() == 1);
}

TEST_CASE("Progress grows to one") {
  HarnessBench bench;
  std::vector<double> seen;
  bench.surroundings.progress = [&](double done) { seen.push_back(done); };
  bench.run(10, 4);
  CHECK(seen == std::vector<double>{0, 0.4, 0.8, 1.0});
}

TEST_CASE("Carousels turn apart, each as often as asked and with its own settling turns") {
  FakeClock clock;
  FakeBrick a(clock, {10}), b(clock, {20}), reference(clock, {7});
  TeamTurn small(clock, 1, {&a, &reference}), large(clock, 1, {&b, &reference});
  Surroundings surroundings;
  surroundings.clock = &clock;
  FixedRuns stopping(4, 4);
  const Measurements result = measure({{{&small, 3}, {&large, 1}}, {}}, {}, stopping, surroundings);
  REQUIRE(result.bricks.size() == 2);
  CHECK(result.turns == 4);
  CHECK(result.bricks[0].samples.size() == 4);
  CHECK(result.bricks[0].samples[0].ns == 10);
  CHECK(result.bricks[1].samples[0].ns == 20);
  CHECK(result.bricks[0].discarded == 3);
  CHECK(result.bricks[1].discarded == 1);
  CHECK(result.reference.samples.size() == 8);
}

TEST_CASE("A brick may stand in a turn several times") {
  FakeClock clock;
  FakeBrick a(clock, {10}), b(clock, {20}), reference(clock, {7});
  TeamTurn turn(clock, 1, {&a, &a, &a, &b, &reference});
  Surroundings surroundings;
  surroundings.clock = &clock;
  FixedRuns stopping(2, 2);
  const Measurements result = measure({{{&turn, 1, {0, 0, 0, 1}}}, {}}, {}, stopping, surroundings);
  REQUIRE(result.bricks.size() == 2);
  CHECK(result.bricks[0].samples.size() == 6);
  CHECK(result.bricks[1].samples.size() == 2);
  for (const Sample& sample : result.bricks[1].samples) CHECK(sample.ns == 20);
}

TEST_CASE("Every block of turns is told of, with all samples so far") {
  HarnessBench bench;
  std::vector<std::size_t> samples;
  bench.surroundings.turns_done = [&](const Measurements& so_far) {
    samples.push_back(so_far.bricks[1].samples.size());
    // Three turns a block, the first one discarded; restoring two bricks takes 3 + 3 each.
    CHECK(so_far.bricks_ns == static_cast<std::int64_t>(samples.size()) * 3 * (10 + 20 + 2 * 6 + 7));
  };
  bench.run(6, 2);
  CHECK(samples == std::vector<std::size_t>{2, 4, 6});
}

TEST_CASE(
    "The machine is gathered at the beginning of every block, which is part of its time and of no sample") {
  HarnessBench bench;
  int gathered = 0;
  std::size_t runs = 0;
  bench.surroundings.gather = [&] {
    ++gathered;
    bench.clock.advance(1000);
    runs = bench.a.runs() + bench.first.runs() + bench.second.runs();
    return gathered == 2 ? 160.0 : 30.0;
  };
  const Measurements result = bench.run(4, 2);
  CHECK(gathered == 2 * 3);
  REQUIRE(result.rounds.size() == 2);
  CHECK(result.rounds[0].core_line_ns == 160);
  CHECK(result.rounds[1].core_line_ns == 30);
  CHECK(runs < bench.a.runs() + bench.first.runs() + bench.second.runs());
  CHECK(result.bricks_ns == 2 * (1000 + 3 * (10 + 20 + 2 * 6 + 7)));
  for (const Sample& sample : result.bricks[0].samples) CHECK(sample.ns == 10);
  for (const Sample& sample : result.models[0].samples) CHECK(sample.ns == 100);
}

TEST_CASE("An interrupted session keeps the blocks that were done") {
  HarnessBench bench;
  int asked = 0;
  bench.surroundings.interrupted = [&] { return ++asked == 5; };  // three blocks a round
  const Measurements result = bench.run(20, 2);
  CHECK(asked == 5);
  CHECK(result.interrupted);
  CHECK(result.rounds.size() == 1);
  CHECK(result.turns == 2);
  const std::size_t bricks = result.bricks[0].samples.size();
  CHECK(bricks + result.models[0].samples.size() + result.models[1].samples.size() == 4 * 2);
  CHECK(bricks >= 2);
  CHECK_FALSE(HarnessBench().run(4, 2).interrupted);
}

TEST_CASE("A watch of the surroundings stands beside every run of its visit, the longer of both looks") {
  HarnessBench bench;
  double looks = 0;
  bench.surroundings.watch = [&] { return ++looks; };
  FixedRuns stopping(4, 2);
  const Measurements result =
      measure({{}, {&bench.first}}, {.disturbance = {.set_aside = false}}, stopping, bench.surroundings);
  REQUIRE(result.models[0].samples.size() == 4);
  CHECK(looks == 4);
  for (const Sample& sample : result.models[0].samples) CHECK(sample.watch_ns == (sample.round == 0 ? 2 : 4));
}
