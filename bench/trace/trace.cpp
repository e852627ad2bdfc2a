#include "bench/trace/trace.hpp"

#include "bench/report/json_line.hpp"

#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

namespace bricks {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson name_event(const char* what, int process, int thread, const std::string& name) {
  return {{"name", what}, {"ph", "M"}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}};
}

OrderedJson complete_event(const TraceEvent& event, std::int64_t begin_ns) {
  OrderedJson json = {{"name", event.name},
                      {"cat", event.category},
                      {"ph", "X"},
                      {"pid", event.process},
                      {"tid", event.thread},
                      {"ts", static_cast<double>(event.start_ns - begin_ns) / 1e3},
                      {"dur", event.ns / 1e3}};
  for (const auto& [key, value] : event.details) json["args"][key] = value;
  return json;
}

}  // namespace

int Trace::add_process(const std::string& name) {
  processes_.push_back(name);
  return static_cast<int>(processes_.size());
}

void Trace::name_thread(int process, int thread, const std::string& name) {
  threads_.push_back({process, thread, name});
}

std::string Trace::text() const {
  std::int64_t begin_ns = std::numeric_limits<std::int64_t>::max();
  for (const TraceEvent& event : events_) begin_ns = std::min(begin_ns, event.start_ns);
  std::string text = "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [";
  const char* between = "\n";
  const auto append = [&](const OrderedJson& json) {
    text += between + json_line(json);
    between = ",\n";
  };
  for (std::size_t i = 0; i < processes_.size(); ++i)
    append(name_event("process_name", static_cast<int>(i) + 1, 0, processes_[i]));
  for (const ThreadName& thread : threads_)
    append(name_event("thread_name", thread.process, thread.thread, thread.name));
  for (const TraceEvent& event : events_) append(complete_event(event, begin_ns));
  return text + "\n]}\n";
}

}  // namespace bricks
