// Runs that others disturbed: another virtual machine on the sibling hardware threads, a clock that was
// lowered.
//
// A watch, 0.04 ms of work that no cache and no model can slow down (watch_brick.hpp), runs on all threads
// between timed runs (team_timing.hpp). A run beside which it took more than usual by a tolerance was
// disturbed. Such runs are counted, set aside, and made up for by further ones (stopping.hpp). Seen on a
// virtual machine of two cores, vgg16: 81 to 94 ms where the watch was as usual, up to 156 where not,
// changing within a second; composed over measured 1.040 by all runs, 0.997 by the undisturbed ones. What the
// watch took is multiplied by how much longer the runs took than workers had their cores (absence.hpp).
//
// A pass of a large model is watched in parts (subject.hpp), as one of seconds would hardly ever be
// undisturbed as a whole: a part that was disturbed is set aside, and the k-th undisturbed ones of all parts
// are the k-th pass. Where nothing was disturbed, passes are as they were.
//
// Where too few runs of something were undisturbed, all count, adjusted by how much others slowed them down
// (slowdown.hpp), and so they do where a session has models with parts too long for the watch. So a model and
// its bricks are compared in one state. Other engines, whose looks are a whole visit apart, are not adjusted:
// the least disturbed runs count there, the limit is raised until it leaves enough of everything, and all
// runs where parts are too long. (Six models beside ONNX Runtime, three sessions each: ratios varied by 9 %
// so, and by 7 to 13 % adjusted.)
//
// The watch says nothing of what happens inside a part, of which interruption.hpp knows the worst: what was
// interrupted is set aside and made up for as what was disturbed is, whatever the limit.
#pragma once

#include "bench/measure/measurements.hpp"

namespace bricks {

// What becomes of a session's disturbed runs where there are too few others.
enum class Disturbed { adjusted, least_count };

// As many times the runs that were asked for are made at most, to have enough undisturbed ones.
inline constexpr int most_runs_for_undisturbed = 5;
// Where runs are adjusted: so many while fewer than half of them were undisturbed, as those are not waited
// for.
inline constexpr int most_runs_while_disturbed = 2;

// Of undisturbed runs, of each model and of all bricks together, that are enough to do without the others.
constexpr double least_undisturbed_share(Disturbed disturbed) {
  return 1.0 / (disturbed == Disturbed::adjusted ? most_runs_while_disturbed : most_runs_for_undisturbed);
}

struct DisturbanceRule {
  bool set_aside = true;  // false: disturbed runs are counted and nothing more
  Disturbed disturbed = Disturbed::adjusted;
  double tolerance = 0.05;
  double usual_percentile = 10;  // of all the watch's times in the session
  double longest_ns = 200e6;     // median, of a model's longest parts that the watch beside can vouch for
  std::size_t least_runs = 1;    // undisturbed ones of everything
};

// The measurements with series that lack what is set aside and are adjusted where they have to be, and with
// the numbers of both. Nothing is done where somebody ran without a watch.
Measurements set_aside_disturbed(Measurements all, const DisturbanceRule& rule = {});

}  // namespace bricks
