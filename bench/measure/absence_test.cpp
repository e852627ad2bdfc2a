#include "bench/measure/absence.hpp"

#include "bench/measure/team_timing.hpp"

#include <array>

#include <doctest/doctest.h>

namespace bricks {
namespace {

class WaitingClock final : public Clock {
 public:
  std::int64_t now_ns() override { return now; }
  std::int64_t waited_ns() override { return waited; }
  std::int64_t now = 1'000'000, waited = 7;
};

class TimedRun final : public TeamRunnable {
 public:
  TimedRun(WaitingClock& clock, std::int64_t ns, std::int64_t waited_ns)
      : clock_(clock), ns_(ns), waited_ns_(waited_ns) {}
  void run(int, int) override { clock_.now += ns_, clock_.waited += waited_ns_; }

 private:
  WaitingClock& clock_;
  std::int64_t ns_, waited_ns_;
};

TEST_CASE("absence: by the worker that was kept longest, since the notes before") {
  WaitingClock clock;
  Absence absence(clock, 2);
  absence.note(0);
  absence.note(1);
  CHECK(absence.prolongation() == 1);
  clock.now += 3'000;
  absence.note(0);
  clock.now += 1'000, clock.waited += 1'000;
  absence.note(1);
  CHECK(absence.prolongation() == 4.0 / 3);
  clock.now += 500, clock.waited += 600;  // two clocks are read one after the other
  absence.note(0);
  CHECK(absence.prolongation() > 1000);
  clock.now += 500;
  absence.note(0);
  absence.note(1);
  CHECK(absence.prolongation() == 5.0 / 2);
}

TEST_CASE("absence: what kept a worker from its core prolongs the watch beside that run alone") {
  WaitingClock clock;
  TimedRun left_alone(clock, 2'000'000, 0), kept(clock, 2'000'000, 1'000'000), watch(clock, 1'000, 0);
  const std::array<TeamRunnable*, 3> order{&left_alone, &kept, &left_alone};
  const std::vector<Timing> timings = run_in_team(clock, 1, order, &watch);
  CHECK(timings[0].watch_ns == 1'000);
  CHECK(timings[1].watch_ns == doctest::Approx(1'000 * 2'003'000.0 / 1'003'000));
  CHECK(timings[2].watch_ns == 1'000);
}

}  // namespace
}  // namespace bricks
