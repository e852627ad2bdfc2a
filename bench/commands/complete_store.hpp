// Composing from a store: what it lacks is measured and appended.
#pragma once

#include "bench/report/progress.hpp"
#include "bench/report/report.hpp"
#include "compose/results/result.hpp"
#include "decompose/suite/suite.hpp"

#include <string>

namespace bricks {

struct CompletedStore {
  System system;  // that the results are of
  SystemResults results;
  StoreReport report;
  bool interrupted = false;  // what was measured is in the store; nothing else is filled then
};

// Of every brick that is measured.
struct MissingRuns {
  int runs;
  bool count_disturbed;  // as MeasureOptions'
};

// The system that `wanted` leaves open: of this machine and this build of the engine, with their defaults.
// Throws Error for what this machine does not run.
System this_system(const System& wanted, const Host& host);

// Results of all bricks of the suite for one of the store's systems. Bricks without a result in a carousel of
// the kind that the suite puts them on are measured, so many runs of each, if the system is of this CPU and
// our engine; where its results are of another build of the engine, all bricks are measured anew, for this
// build. Throws Error where bricks have no result at all and cannot be measured here.
CompletedStore complete_store(const std::string& path, const Suite& suite, const Results& found,
                              const System& system, const MissingRuns& runs, const Host& host,
                              Progress& progress);

}  // namespace bricks
