#include "bench/report/progress.hpp"

#include "bench/report/text.hpp"

namespace bricks {
namespace {

// Shown no more often than that.
constexpr std::int64_t terminal_interval_ns = 100'000'000, log_interval_ns = 60'000'000'000;
constexpr double least_share = 0.02;  // before that a time left would be a guess

}  // namespace

Progress::Progress(Clock& clock, bool terminal, std::FILE* to)
    : clock_(clock), terminal_(terminal), to_(to), shown_ns_(clock.now_ns()) {}

Progress::~Progress() { end(); }

void Progress::begin(const std::string& what) {
  what_ = what;
  begin_ns_ = clock_.now_ns();
  if (!terminal_) return;
  overwrite(what);
  shown_ns_ = begin_ns_;
}

void Progress::at(double done) {
  const std::int64_t now = clock_.now_ns();
  if (now - shown_ns_ < (terminal_ ? terminal_interval_ns : log_interval_ns)) return;
  shown_ns_ = now;
  const std::string text = line(what_, done, static_cast<double>(now - begin_ns_) / 1e9);
  if (terminal_)
    overwrite(text);
  else
    std::fprintf(to_, "%s\n", text.c_str());
}

std::string Progress::line(const std::string& what, double done, double seconds) {
  std::string text = what + format(" %.0f %%", 100 * done);
  if (done < least_share || done >= 1) return text;
  const double left = seconds * (1 - done) / done;
  return text + (left < 120 ? format(", %.0f s left", left) : format(", %.0f min left", left / 60));
}

void Progress::overwrite(const std::string& text) {
  if (terminal_) std::fprintf(to_, "\r\033[K%s", text.c_str());
}

}  // namespace bricks
