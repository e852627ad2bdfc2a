#include "bench/tune/race.hpp"

#include "bench/measure/fake.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// Each brick's costs in turn, the last one for ever after; the orders that were asked for.
class FakeRace final : public Turn {
 public:
  FakeRace(FakeClock& clock, std::vector<std::vector<std::int64_t>> costs) {
    for (auto& each : costs) bricks_.emplace_back(clock, std::move(each));
  }
  std::size_t size() const override { return bricks_.size(); }
  std::vector<Timing> run(std::span<const std::size_t> order) override {
    orders.emplace_back(order.begin(), order.end());
    std::vector<Timing> timings;
    for (const std::size_t brick : order) timings.push_back(bricks_[brick].run(1).front());
    return timings;
  }

  std::vector<std::vector<std::size_t>> orders;

 private:
  std::vector<FakeSubject> bricks_;
};

}  // namespace

TEST_CASE("A race: the shortest run counts, the first turn does not") {
  FakeClock clock;
  FakeRace turn(clock, {{1, 100, 300, 110, 280}, {900, 200, 201}});
  const std::vector<double> ns = race(turn, clock, {.seconds_each = 1, .most_turns = 4});
  CHECK(ns == std::vector<double>{100, 200});
  REQUIRE(turn.orders.size() == 5);
  // Who is first changes from turn to turn.
  CHECK(turn.orders[1] == std::vector<std::size_t>{0, 1});
  CHECK(turn.orders[2] == std::vector<std::size_t>{1, 0});
  CHECK(turn.orders[3] == std::vector<std::size_t>{0, 1});
  CHECK(turn.orders[4] == std::vector<std::size_t>{1, 0});
}

TEST_CASE("A race ends with the turn in which its time is over, behind four at least") {
  const auto turns = [](std::int64_t cost) {
    FakeClock clock;
    FakeRace turn(clock, {{cost}, {cost}});
    race(turn, clock, {.seconds_each = 0.05, .most_turns = 12});
    return turn.orders.size();
  };
  CHECK(turns(1'000) == 13);
  CHECK(turns(7'000'000) == 8);  // 100 ms for both: the first, seven others
  CHECK(turns(1'000'000'000) == 5);
}

TEST_CASE("The winner is the fastest, or what was expected where that is close") {
  CHECK(winner(std::vector{100.0, 90.0, 95.0}, 0, 1.02) == 1);
  CHECK(winner(std::vector{100.0, 99.0, 98.5}, 0, 1.02) == 0);
  CHECK(winner(std::vector{100.0, 99.0, 98.0}, 0, 1.02) == 2);
  CHECK(winner(std::vector{100.0, 99.0, 98.0}, 0, 1.05) == 0);
  CHECK(winner(std::vector{100.0, 200.0}, 0, 1.02) == 0);
}
