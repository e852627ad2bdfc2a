#include "bench/evaluate/granularity_session.hpp"

#include "bench/session/compose_report.hpp"

#include <map>

namespace bricks {
namespace {

double sample_seconds(const SessionResult& session) {
  double ns = 0;
  for (const BrickReport& brick : session.bricks)
    for (const Sample& sample : brick.samples) ns += sample.ns;
  return ns / 1e9;
}

}  // namespace

StoredRun stored_run(const SessionResult& session, const System& system) {
  StoredRun run{system, results_of(session, system), {}, 0, 0, 0, {}};
  for (const MeasuredModel& model : session.models) {
    ModelReport measured;
    report_measured(measured, model);
    run.models[model.name] = {*measured.measured_ms, *measured.measured_p50_ms, *measured.measured_p90_ms};
  }
  run.brick_seconds = session.brick_seconds + session.saved_seconds;
  run.model_setup_seconds = session.model_setup_seconds;
  run.brick_sample_seconds = sample_seconds(session);
  return run;
}

SessionResult part_of(const SessionResult& session, const Granularity& granularity) {
  std::map<BenchmarkId, BenchmarkId> own;  // by its place in the session's suite
  for (const BenchmarkId id : all_benchmarks(granularity.suite)) own.emplace(granularity.place(id), id);
  SessionResult part = session;
  part.ids.clear();
  part.bricks.clear();
  for (std::size_t i = 0; i < session.ids.size(); ++i) {
    const auto found = own.find(session.ids[i]);
    if (found == own.end()) continue;
    part.ids.push_back(found->second);
    part.bricks.push_back(session.bricks[i]);
  }
  const double seconds = session.brick_seconds + session.saved_seconds, all = sample_seconds(session);
  part.brick_seconds = all > 0 ? seconds * sample_seconds(part) / all : 0;
  part.saved_seconds = 0;
  return part;
}

}  // namespace bricks
