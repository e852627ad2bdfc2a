#include "bench/measure/team_timing.hpp"

#include "bench/measure/fake.hpp"
#include "bench/measure/looks.hpp"

#include <array>
#include <thread>

#include <doctest/doctest.h>

namespace bricks {
namespace {

// Parts without work, hence without a barrier; every other one lasts long enough for a look behind it.
class Workless final : public TeamRunnable {
 public:
  explicit Workless(FakeClock& clock) : clock_(clock) {}
  std::size_t parts() const override { return 60'000; }
  void run_part(std::size_t part, int worker, int) override {
    if (worker == 0)
      clock_.advance(part % 2 == 0 ? part_interval_ns : 0);
    else
      std::this_thread::yield();
  }
  void run(int, int) override {}

 private:
  FakeClock& clock_;
};

class CountingWatch final : public TeamRunnable {
 public:
  void run(int worker, int) override { ++runs[static_cast<std::size_t>(worker)]; }
  std::array<int, 2> runs = {};
};

TEST_CASE("workers look at the machine between the same parts, even where parts have no work") {
  FakeClock clock;
  Workless run(clock);
  CountingWatch watch;
  const std::array<TeamRunnable*, 1> order{&run};
  run_in_team(clock, 2, order, &watch);
  CHECK(watch.runs[0] == watch_runs * 30'002);  // before the run, behind every other part, and at the end
  CHECK(watch.runs[1] == watch.runs[0]);
}

}  // namespace
}  // namespace bricks
