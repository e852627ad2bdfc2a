// What is done and an honest time left: on a terminal one line that is written over again, elsewhere, as in a
// log, a line a minute.
#pragma once

#include "bench/measure/clock.hpp"

#include <cstdint>
#include <cstdio>
#include <string>

namespace bricks {

class Progress {
 public:
  // Writes to `to`, which is a terminal or not and outlives it.
  Progress(Clock& clock, bool terminal, std::FILE* to = stderr);
  ~Progress();

  // Begins another part of the work; the time left is that part's.
  void begin(const std::string& what);
  // done: share of the part, 0 to 1.
  void at(double done);
  // Another name for what goes on, in the same part.
  void rename(const std::string& what) { what_ = what; }
  // Takes a terminal's line away, for others to write.
  void end() { overwrite(""); }

  // The line for a share done after some seconds: "measuring 40 %, 6 s left", from two minutes on in minutes.
  static std::string line(const std::string& what, double done, double seconds);

 private:
  void overwrite(const std::string& text);

  Clock& clock_;
  bool terminal_;
  std::FILE* to_;
  std::string what_;
  std::int64_t begin_ns_ = 0, shown_ns_;
};

}  // namespace bricks
