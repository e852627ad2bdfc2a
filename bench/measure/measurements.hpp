// What a measuring session yields: raw samples, and how every round went.
#pragma once

#include "bench/measure/subject.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bricks {

struct Sample {
  int round = 0;              // counted from 0
  int turn = 0;               // brick: its turn, counted over all rounds; model: its timed pass, likewise
  int position = 0;           // brick: place within the turn; model: place of its visit within the round
  std::int64_t start_ns = 0;  // since the session began
  double ns = 0;              // the clock's, divided by `slowdown`
  double watch_ns = 0;        // Timing::watch_ns
  std::vector<PartTiming> parts = {};
  LookPair looks = {};
  bool interrupted = false;  // it, or one of its parts (interruption.hpp)
  double slowdown = 1;       // how much longer it took as others used the machine (slowdown.hpp)
};

struct Series {
  std::vector<Sample> samples;
  int discarded = 0;  // runs that settled it, not among the samples
  int set_aside = 0;  // runs that others disturbed (disturbance.hpp), likewise
};
std::vector<double> times_of(const Series& series);  // nanoseconds, in order
inline bool has_parts(const Series& series) {
  return !series.samples.empty() && !series.samples.front().parts.empty();
}

struct RoundRecord {
  double reference_ns = 0;       // median of the reference brick's runs in this round
  double reference_off = 0;      // against the median of all rounds: 0.02 is 2 % slower
  std::int64_t steal_ticks = 0;  // taken by the hypervisor, over all cores
  // What a cache line takes from one core to another (gathering.hpp) at the beginning of a block, of those
  // where it takes longest; 0: not known.
  double core_line_ns = 0;
  bool noisy = false;
  // Timed ones beside which somebody watched (disturbance.hpp); adjusted: with a slowdown.
  int runs = 0, disturbed = 0, set_aside = 0, adjusted = 0;
};

struct Measurements {
  std::vector<Series> bricks;  // of all carousels, one after the other, without their references
  std::vector<Series> models;
  Series reference;
  std::vector<RoundRecord> rounds;
  std::int64_t begin_ns = 0;   // of the session, on its clock
  int turns = 0;               // timed ones of each carousel
  std::int64_t bricks_ns = 0;  // wall-clock time of all turns, restoration and discarded turns included
  std::int64_t models_ns = 0;  // of all visits to models
  std::int64_t total_ns = 0;
  double undisturbed_share = 1;        // of the runs of all bricks together, or of the model that has least
  double least_undisturbed_share = 1;  // of the runs of the brick or model that has least
  bool too_long = false;               // a model, for the watch: no run is set aside, all are adjusted
  bool interrupted = false;            // in the round behind the last one of `rounds`

  int noisy_rounds() const;
  // Of a brick or model; null in the round in hand, which has no record yet.
  RoundRecord* round_of(const Sample& sample);
  template <class Visit>
  void for_each_series(Visit visit) {
    for (std::vector<Series>* part : {&bricks, &models})
      for (Series& series : *part) visit(series);
  }
};

// Fills reference_off and noisy: a round is noisy when the hypervisor took time in it or its reference is off
// by more than `tolerance`.
void mark_noisy_rounds(Measurements& measurements, double tolerance);

}  // namespace bricks
