// What ran when, as a document in Chrome's trace event format, which Perfetto (ui.perfetto.dev) shows: every
// event a complete one ("ph": "X") with a name, a category, a process, a thread, begin and duration in
// microseconds.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace bricks {

struct TraceEvent {
  std::string name, category;
  int process = 0, thread = 0;
  std::int64_t start_ns = 0;  // on the trace's clock
  double ns = 0;
  std::vector<std::pair<std::string, std::string>> details = {};
};

class Trace {
 public:
  // A new process: a group of threads that is shown together. Returns its number.
  int add_process(const std::string& name);
  void name_thread(int process, int thread, const std::string& name);
  void add(TraceEvent event) { events_.push_back(std::move(event)); }

  // {"traceEvents": [...], "displayTimeUnit": "ms"}; times count from the first event.
  std::string text() const;

 private:
  struct ThreadName {
    int process, thread;
    std::string name;
  };
  std::vector<std::string> processes_;
  std::vector<ThreadName> threads_;
  std::vector<TraceEvent> events_;
};

}  // namespace bricks
