// Which of some ways to do the same is fastest: a short search, unlike the harness, whose times are results.
#pragma once

#include "bench/measure/clock.hpp"
#include "bench/measure/turn.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace bricks {

struct RaceRule {
  double seconds_each = 0.05;  // no further turns are begun after so long for each that takes part
  int most_turns = 12;         // counted ones
};

// Nanoseconds of each brick of the turn. The first turn is not counted; of at least four others the shortest
// run counts, which others' use of the machine seldom prolongs. With one run each a Winograd of 28 ms was
// passed over for one of 41 ms.
std::vector<double> race(Turn& turn, Clock& clock, const RaceRule& rule = {});

// What wins: the shortest, or `expected` where that takes no more than `close` times as long.
std::size_t winner(std::span<const double> ns, std::size_t expected, double close);

}  // namespace bricks
