#include "bench/report/progress.hpp"

#include "bench/report/text.hpp"

#include <cstdio>

namespace bricks {
namespace {

constexpr std::int64_t least_interval_ns = 100'000'000;  // redrawn no more often than that
constexpr double least_share = 0.02;                     // before that a time left would be a guess

}  // namespace

Progress::Progress(Clock& clock, bool terminal) : clock_(clock), terminal_(terminal) {}

Progress::~Progress() { show(""); }

void Progress::begin(const std::string& what) {
  what_ = what;
  begin_ns_ = clock_.now_ns();
  show(what);
  shown_ns_ = begin_ns_;
}

void Progress::at(double done) {
  const std::int64_t now = clock_.now_ns();
  if (now - shown_ns_ < least_interval_ns) return;
  shown_ns_ = now;
  show(line(what_, done, static_cast<double>(now - begin_ns_) / 1e9));
}

std::string Progress::line(const std::string& what, double done, double seconds) {
  std::string text = what + format(" %.0f %%", 100 * done);
  if (done >= least_share && done < 1) text += format(", %.0f s left", seconds * (1 - done) / done);
  return text;
}

void Progress::show(const std::string& text) {
  if (terminal_) std::fprintf(stderr, "\r\033[K%s", text.c_str());
}

}  // namespace bricks
