#include "bench/tune/race.hpp"

#include <algorithm>
#include <limits>

namespace bricks {
namespace {

constexpr int least_turns = 4;

// Everyone is first in turn.
std::vector<std::size_t> race_order(std::size_t size, std::size_t first) {
  std::vector<std::size_t> order(size);
  for (std::size_t i = 0; i < size; ++i) order[i] = (first + i) % size;
  return order;
}

}  // namespace

std::vector<double> race(Turn& turn, Clock& clock, const RaceRule& rule) {
  const std::size_t size = turn.size();
  const std::int64_t begin = clock.now_ns();
  const double budget_ns = rule.seconds_each * 1e9 * static_cast<double>(size);
  turn.run(race_order(size, 0));
  std::vector<double> shortest(size, std::numeric_limits<double>::infinity());
  for (int done = 0; done < rule.most_turns; ++done) {
    if (done >= least_turns && static_cast<double>(clock.now_ns() - begin) >= budget_ns) break;
    const auto order = race_order(size, static_cast<std::size_t>(done));
    const std::vector<Timing> timings = turn.run(order);
    for (std::size_t i = 0; i < size; ++i)
      shortest[order[i]] = std::min(shortest[order[i]], std::max(1.0, timings[i].ns));
  }
  return shortest;
}

std::size_t winner(std::span<const double> ns, std::size_t expected, double close) {
  const auto best = static_cast<std::size_t>(std::ranges::min_element(ns) - ns.begin());
  return ns[expected] <= close * ns[best] ? expected : best;
}

}  // namespace bricks
