// One line on standard error that is written over again: what is done and an honest time left. Silent where
// standard error is no terminal.
#pragma once

#include "bench/measure/clock.hpp"

#include <string>

namespace bricks {

class Progress {
 public:
  explicit Progress(Clock& clock, bool terminal);
  ~Progress();

  // Begins another part of the work; the time left is that part's.
  void begin(const std::string& what);
  // done: share of the part, 0 to 1.
  void at(double done);
  // Takes the line away, for others to write.
  void end() { show(""); }

  // The line for a share done after some seconds: "measuring 40 %, 6 s left".
  static std::string line(const std::string& what, double done, double seconds);

 private:
  void show(const std::string& text);

  Clock& clock_;
  bool terminal_;
  std::string what_;
  std::int64_t begin_ns_ = 0, shown_ns_ = 0;
};

}  // namespace bricks
