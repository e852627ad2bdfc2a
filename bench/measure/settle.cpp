#include "bench/measure/settle.hpp"

namespace bricks {

int settle(Subject& subject, Clock& clock, const SettleRule& rule) {
  const std::int64_t begin = clock.now_ns();
  double before = subject.run(1).front().ns;
  for (int passes = 1; passes < rule.most_passes; ++passes) {
    if (static_cast<double>(clock.now_ns() - begin) >= rule.most_seconds * 1e9) return passes;
    const double now = subject.run(1).front().ns;
    if (now >= before * (1 - rule.gain)) return passes + 1;
    before = now;
  }
  return rule.most_passes;
}

}  // namespace bricks
