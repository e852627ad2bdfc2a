// A model loaded into another engine's process, as the harness times it.
#pragma once

#include "bench/backends/engine.hpp"
#include "bench/measure/clock.hpp"
#include "bench/measure/subject.hpp"

#include <string>

namespace bricks::bench {

class BackendSubject final : public Subject {
 public:
  // lead_in: of every visit one more run goes before those asked for and is not among them: it wakes the
  // engine's threads. engine and clock have to outlive this.
  BackendSubject(Clock& clock, BackendEngine& engine, std::int64_t handle, std::uint32_t seed, bool lead_in)
      : clock_(&clock), engine_(&engine), handle_(handle), seed_(seed), lead_in_(lead_in) {}

  std::vector<Timing> run(int count) override;

  std::int64_t handle() const { return handle_; }
  // Why the engine failed, "" where it did not. From then on every run takes no time, so that the others of
  // the session can be measured to its end; such times are worth nothing.
  const std::string& failure() const { return failure_; }

 private:
  Clock* clock_;
  BackendEngine* engine_;
  std::int64_t handle_;
  std::uint32_t seed_;
  bool lead_in_;
  std::string failure_;
};

}  // namespace bricks::bench
