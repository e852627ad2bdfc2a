// Virtual cores that share no cache, brought together.
//
// A hypervisor may run a virtual machine's cores beside each other for seconds, and the next seconds where
// they share no cache. A line then takes 160 ns from one core to the other instead of 28 (Zen 4, two cores),
// a model a third longer (vrn 134 and 180 ms), and a session meets both: vrn's bricks were off by +12 to +28
// % in sessions that did. A virtual core that slept and is woken by another one is put beside that one where
// its own place is taken by then (Linux: wake_affine, then select_idle_sibling of that core's last level). So
// cores that are apart let each other sleep and wake each other every half a millisecond. Apart by design,
// they were together within 0.003 to 0.6 s, ten of eleven times; within 1.5 s, the longest that was waited
// for, one time of seven while they computed instead.
#pragma once

#include "kernels/isa/isa.hpp"

#include <cstdint>
#include <functional>

namespace bricks {

// Whether a cache line that takes so long from one core to another went beyond a common cache. No cores with
// a common last level are farther apart: 15 to 30 ns on AMD's, 40 to 80 on meshes of Intel's and Arm's
// servers.
constexpr bool share_no_cache(double line_ns) { return line_ns > 100; }

// Whether to go on, by what was seen so far.
class GatheringRule {
 public:
  // Between cores that share a cache for a while a line takes less than this share of what it takes later.
  static constexpr double least_change = 0.5;
  // For trying: so long at first, and a third of the program's time where trying has helped before.
  static constexpr std::int64_t default_first_budget_ns = 1'000'000'000;
  static constexpr int budget_divisor = 3;

  explicit GatheringRule(std::int64_t first_budget_ns = default_first_budget_ns)
      : first_budget_ns_(first_budget_ns) {}

  // True: the cores are apart, and it is worth trying. line_ns: what a line takes now. Trying ended at now_ns
  // and took spent_ns in all since the last call; 0 where nothing was tried.
  bool is_worth_trying(double line_ns, std::int64_t spent_ns, std::int64_t now_ns);

 private:
  bool is_apart(double line_ns) const;
  bool were_together_and_apart() const { return least_ns_ < least_change * most_ns_; }

  std::int64_t first_budget_ns_;
  double least_ns_ = 0, most_ns_ = 0;
  std::int64_t begin_ns_ = 0, spent_ns_ = 0;
};

// How long gather_cores tries at first; has an effect before its first call alone.
void set_first_gathering_ns(std::int64_t first_budget_ns);

// Tries to bring the cores of a team of so many threads together where a line takes so long between them that
// it may help; what it takes is known from before, in this program. Takes 0.02 ms and a team otherwise;
// nothing for one thread, and where threads have no cores of their own. Returns what a line takes then, in
// nanoseconds; 0 where it is not known.
double gather_cores(int threads);

// What brings the cores of a team together and warms them (exertion.hpp), as every block begins; returns as
// gather_cores.
std::function<double()> gather_and_warm_up(Isa isa, int threads);

}  // namespace bricks
