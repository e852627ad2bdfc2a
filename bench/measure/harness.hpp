// The measuring session: rounds of blocks in seeded random order, so that a machine that drifts drifts for
// everything alike.
//
// A block is either some turns of one carousel or one visit to one settled model. What runs first in a block
// is discarded: some turns, or a model's passes until it has settled. Where a model takes a second and more,
// a block is one pass or one turn, and nothing but the session's first ones is discarded: blocks of several
// would take half a minute, in which machines change, and so long a pass fills the caches itself. The brick
// that stands last in every turn is the reference: always the same work, which tells whether a round ran on
// the same machine as the others. What others disturbed is set aside (disturbance.hpp).
#pragma once

#include "bench/measure/disturbance.hpp"
#include "bench/measure/measurements.hpp"
#include "bench/measure/settle.hpp"
#include "bench/measure/stopping.hpp"
#include "bench/measure/turn.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace bricks {

// Timed runs of a block: so many that what settles a model is little beside them, so few that rounds stay
// short against the machine's drift. Neighbouring turns have half of what others do to them in common, and so
// have passes. Eleven models on a busy machine, six sessions each in turns, 7 s each: mean error 2.2 % and
// deviation from session to session 1.7, and 2.6 and 2.0 in blocks of five behind two settling turns.
inline constexpr int runs_per_block = 3;
// Turns that are discarded at the beginning of a block of turns. The third takes as long as the seventh
// (within 0.5 %, 300 blocks), and bias is 0.0 % behind one settling turn, -0.4 behind two.
inline constexpr int settling_turns = 1;

struct Protocol {
  std::uint64_t seed = 1;
  SettleRule settle = {};
  double reference_tolerance = 0.05;
  double long_pass_seconds = 1;  // of a pass, from which on single passes and turns alternate
  DisturbanceRule disturbance = {};
};

// Bricks that turn together; the reference stands last.
struct CarouselSubject {
  Turn* turn = nullptr;
  int settle_turns = 1;  // discarded at the beginning of a block
  // Which brick of the carousel each entry of the turn runs, without the reference: a brick may stand in a
  // turn as often as in its model. Empty: each entry is a brick of its own.
  std::vector<std::size_t> bricks = {};
};

struct Subjects {
  std::vector<CarouselSubject> carousels;
  std::vector<Subject*> models;
};

// What the harness asks of the machine and tells its user.
struct Surroundings {
  Clock* clock = nullptr;
  std::function<std::int64_t()> steal_ticks = [] { return std::int64_t{0}; };
  std::function<void(double done)> progress = [](double) {};  // share, 0 to 1
  // After every block of turns, with its samples behind those of the blocks before, all but those that are
  // set aside so far.
  std::function<void(const Measurements&)> turns_done = [](const Measurements&) {};
  // Before every block, and before what is discarded of it: brings the machine into the state in which all is
  // measured, as far as that can be had (gathering.hpp, exertion.hpp). Returns what a cache line takes from
  // one core to another then, in nanoseconds; 0: not known.
  std::function<double()> gather = [] { return 0.0; };
  // Asked before and behind every visit to a model: the time of short work that tells whether others use the
  // machine (disturbance.hpp); the longer one stands beside runs that nobody watched. 0: nobody watches.
  std::function<double()> watch = [] { return 0.0; };
  // Asked before every block: true ends the session there, with what it has.
  std::function<bool()> interrupted = [] { return false; };
};

Measurements measure(const Subjects& subjects, const Protocol& protocol, StoppingRule& stopping,
                     const Surroundings& surroundings);

}  // namespace bricks
