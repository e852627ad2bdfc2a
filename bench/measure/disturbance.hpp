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
// Where hardly a run of something was undisturbed, the least disturbed ones count: the limit is raised until
// it leaves enough of everything, for models and bricks alike. The watch says nothing of what happens inside
// a part, of which interruption.hpp knows the worst: what was interrupted is set aside and made up for as
// what was disturbed is, whatever the limit. Where a session has models with parts too long for the watch,
// all of its runs count. So a model and its bricks are compared in the same state or in the same mixture of
// states.
#pragma once

#include "bench/measure/measurements.hpp"

namespace bricks {

// As many times the runs that were asked for are made at most, to have enough undisturbed ones.
inline constexpr int most_runs_for_undisturbed = 5;

struct DisturbanceRule {
  bool set_aside = true;  // false: disturbed runs are counted and nothing more
  double tolerance = 0.05;
  double usual_percentile = 10;  // of all the watch's times in the session
  double longest_ns = 200e6;     // median, of a model's longest parts that the watch beside can vouch for
  // Of runs that count, of each model and of all bricks together: with fewer undisturbed ones, the most runs
  // were not enough and the limit is raised.
  double least_share = 1.0 / most_runs_for_undisturbed;
  std::size_t least_runs = 1;  // undisturbed ones of everything
};

// The measurements with series that lack what is set aside, and with its numbers. Nothing is set aside where
// somebody ran without a watch.
Measurements set_aside_disturbed(Measurements all, const DisturbanceRule& rule = {});

}  // namespace bricks
