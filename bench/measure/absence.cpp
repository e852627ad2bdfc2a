#include "bench/measure/absence.hpp"

#include <algorithm>

namespace bricks {

void Absence::note(int worker) {
  Worker& w = workers_[static_cast<std::size_t>(worker)];
  const std::int64_t now = clock_.now_ns(), waited = clock_.waited_ns();
  const std::int64_t elapsed = now - w.noted_ns, lost = waited - w.waited_ns;
  const bool is_first = w.noted_ns == 0;
  w.noted_ns = now, w.waited_ns = waited;
  const double present = static_cast<double>(std::max<std::int64_t>(elapsed - lost, 1));
  w.prolongation = is_first ? 1 : static_cast<double>(elapsed) / present;
}

double Absence::prolongation() const {
  double longest = 1;
  for (const Worker& w : workers_) longest = std::max(longest, w.prolongation.load());
  return longest;
}

}  // namespace bricks
