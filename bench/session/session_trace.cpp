#include "bench/session/session_trace.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace bricks {
namespace {

std::int64_t end_ns(const TraceEvent& event) { return event.start_ns + static_cast<std::int64_t>(event.ns); }

// One event around others; the first one added gives it its name.
class Spans {
 public:
  using Key = std::tuple<std::string, std::uint64_t, int>;
  void cover(const Key& key, const std::string& name, const char* category, const TraceEvent& inner) {
    const auto [found, is_new] = spans_.try_emplace(key, inner);
    TraceEvent& span = found->second;
    if (is_new) {
      span = {name, category, inner.process, 0, inner.start_ns, inner.ns, {}};
      return;
    }
    const std::int64_t end = std::max(end_ns(span), end_ns(inner));
    span.start_ns = std::min(span.start_ns, inner.start_ns);
    span.ns = static_cast<double>(end - span.start_ns);
  }
  void add_to(Trace& trace) {
    for (auto& [key, span] : spans_) trace.add(std::move(span));
  }

 private:
  std::map<Key, TraceEvent> spans_;
};

class SessionTracer {
 public:
  SessionTracer(Trace& trace, const SessionResult& session)
      : trace_(trace), session_(session), process_(trace.add_process("measuring")) {}

  void run() {
    for (const BrickReport& brick : session_.bricks) {
      add_brick(brick, brick.samples, "turn");
      add_brick(brick, brick.busy_samples, "turn beside others");
    }
    for (const MeasuredModel& model : session_.models) add_passes(model);
    spread_over_threads();
    spans_.add_to(trace_);
    for (TraceEvent& event : events_) trace_.add(std::move(event));
  }

 private:
  TraceEvent event(const std::string& name, const char* category, const Sample& sample) const {
    return {name, category, process_, 0, session_.begin_ns + sample.start_ns, sample.ns * sample.slowdown,
            {}};
  }

  void add(TraceEvent inner, const Sample& sample) {
    const std::string round = "round " + std::to_string(sample.round);
    spans_.cover({"round", 0, sample.round}, round, "round", inner);
    events_.push_back(std::move(inner));
  }

  void add_brick(const BrickReport& brick, const std::vector<Sample>& samples, const std::string& kind) {
    for (const Sample& sample : samples) {
      TraceEvent run = event(brick.operators + " " + brick.input_shape, "brick", sample);
      run.details = {{"brick", brick.name}, {"algorithm", brick.algorithm}};
      spans_.cover({kind, brick.swept_bytes, sample.turn}, kind + " " + std::to_string(sample.turn), "turn",
                   run);
      add(std::move(run), sample);
    }
  }

  void add_passes(const MeasuredModel& model) {
    for (const Sample& sample : model.series.samples) {
      const TraceEvent pass = event(model.name, "pass", sample);
      spans_.cover({"visit to " + model.name, 0, sample.round}, "visit to " + model.name, "visit", pass);
      add(pass, sample);
    }
  }

  // Events on one thread must not overlap in part: each goes to the first thread that is free.
  void spread_over_threads() {
    std::stable_sort(events_.begin(), events_.end(),
                     [](const TraceEvent& a, const TraceEvent& b) { return a.start_ns < b.start_ns; });
    std::vector<std::int64_t> busy_until;
    for (TraceEvent& event : events_) {
      const auto free = std::find_if(busy_until.begin(), busy_until.end(),
                                     [&](std::int64_t end) { return end <= event.start_ns; });
      event.thread = static_cast<int>(free - busy_until.begin());
      if (free == busy_until.end())
        busy_until.push_back(end_ns(event));
      else
        *free = end_ns(event);
    }
    for (std::size_t thread = 0; thread < busy_until.size(); ++thread)
      trace_.name_thread(process_, static_cast<int>(thread), "worker " + std::to_string(thread));
  }

  Trace& trace_;
  const SessionResult& session_;
  int process_;
  std::vector<TraceEvent> events_;
  Spans spans_;
};

TraceEvent unit_event(const Plan& plan, const UnitRun& run, int process) {
  const PlannedUnit& unit = plan.units[run.unit];
  std::string layers;
  for (const LayerId id : unit.unit.layers)
    layers += (layers.empty() ? "" : ", ") + plan.graph.layer(id).name;
  return {operators_text(plan.graph, unit.unit.layers),
          "unit",
          process,
          run.worker,
          run.start_ns,
          static_cast<double>(run.end_ns - run.start_ns),
          {{"unit", std::to_string(run.unit)}, {"layers", layers}, {"algorithm", unit.kernel->algorithm()}}};
}

}  // namespace

void trace_session(Trace& trace, const SessionResult& session) { SessionTracer(trace, session).run(); }

void trace_model(Trace& trace, const std::string& name, WholeModel& model) {
  model.run(1);
  const std::vector<UnitRun> runs = model.traced_pass();
  const int process = trace.add_process("a pass of " + name);
  int workers = 0;
  for (const UnitRun& run : runs) {
    workers = std::max(workers, run.worker + 1);
    trace.add(unit_event(model.plan(), run, process));
  }
  for (int worker = 0; worker < workers; ++worker)
    trace.name_thread(process, worker, "worker " + std::to_string(worker));
}

}  // namespace bricks
