#include "bench/measure/busy_turn.hpp"

#include "bench/measure/fake.hpp"
#include "bench/measure/reference_brick.hpp"
#include "engine/run/parallel.hpp"

#include <atomic>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// Counts its runs; its barriers would wait for ever where its worker is not alone.
class CountingBrick final : public TeamRunnable {
 public:
  void prepare() override { ++prepared; }
  void restore(int worker, int workers) override { restored += worker == 0 && workers == 1; }
  void run(int worker, int workers) override {
    runs += worker == 0 && workers == 1 && prepared > runs && restored > runs;
    parallel::barrier();
    for (int i = 0; i < 1000; ++i) sink = sink + 1;
  }
  int prepared = 0, restored = 0, runs = 0;
  volatile int sink = 0;
};

// As long as the turn goes without a look.
class SlowBrick final : public TeamRunnable {
 public:
  void run(int, int) override {
    const std::int64_t begin = monotonic_clock().now_ns();
    while (monotonic_clock().now_ns() - begin < busy_interval_ns) continue;
  }
};

// Every worker's own bricks.
template <class Brick>
struct WorkersBricks {
  WorkersBricks(std::size_t workers, std::size_t entries)
      : bricks(workers, std::vector<Brick>(entries)), runnables(workers) {
    for (std::size_t worker = 0; worker < workers; ++worker)
      for (Brick& brick : bricks[worker]) runnables[worker].push_back(&brick);
  }
  std::vector<std::vector<Brick>> bricks;
  std::vector<std::vector<TeamRunnable*>> runnables;
};

}  // namespace

TEST_CASE("A busy turn times every entry once, each worker by itself") {
  for (const std::size_t workers : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    CAPTURE(workers);
    constexpr std::size_t entries = 7;
    const WorkersBricks<CountingBrick> all(workers, entries);
    BusyTurn turn(monotonic_clock(), all.runnables);
    CHECK(turn.size() == entries);
    const std::vector<std::size_t> order = {3, 0, 6, 2, 5, 1, 4};
    const std::vector<Timing> timings = turn.run(order);
    REQUIRE(timings.size() == entries);
    for (const Timing& timing : timings) {
      CHECK(timing.start_ns > 0);
      CHECK(timing.ns > 0);
    }
    for (std::size_t entry = 0; entry < entries; ++entry) {
      int runs = 0;
      for (const auto& of_worker : all.bricks) runs += of_worker[entry].runs;
      CHECK(runs >= 1);
      if (workers == 1) CHECK(runs == 1);
    }
  }
}

TEST_CASE("A busy turn stops for the watch, which belongs to the entries before and behind") {
  FakeClock clock;
  FakeBrick brick(clock, {busy_interval_ns / 2 - 1});
  // Looks: before the turn, behind three entries, behind three more, behind the last one.
  FakeBrick watch(clock, {10, 10, 10, 40, 40, 40, 20, 20, 20, 30, 30, 30});
  BusyTurn turn(clock, {std::vector<TeamRunnable*>(7, &brick)}, &watch);
  const std::vector<std::size_t> order = {3, 0, 6, 2, 5, 1, 4};
  const std::vector<Timing> timings = turn.run(order);
  REQUIRE(timings.size() == 7);
  const double expected[] = {40, 40, 40, 40, 40, 40, 30};
  for (std::size_t i = 0; i < 7; ++i) CHECK(timings[i].watch_ns == expected[i]);
  CHECK(brick.runs() == 7);
  CHECK(watch.runs() == 12);
}

TEST_CASE("A busy turn that stops for the watch times every entry once, whatever the workers' number") {
  for (const std::size_t workers : {std::size_t{2}, std::size_t{3}}) {
    CAPTURE(workers);
    constexpr std::size_t entries = 5;
    const WorkersBricks<SlowBrick> all(workers, entries);
    EmptyBrick watch;
    BusyTurn turn(monotonic_clock(), all.runnables, &watch);
    const std::vector<std::size_t> order = {3, 0, 2, 1, 4};
    const std::vector<Timing> timings = turn.run(order);
    REQUIRE(timings.size() == entries);
    for (const Timing& timing : timings) {
      CHECK(timing.ns >= busy_interval_ns);
      CHECK(timing.watch_ns > 0);
    }
  }
}
