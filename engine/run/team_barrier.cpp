#include "engine/run/team_barrier.hpp"

#include <bit>
#include <thread>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bricks::parallel {
namespace {

// Looks at a flag before its core is offered to others, who may be who is waited for: some 50 us.
constexpr int looks_before_yield = 2000;

void relax() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

void wait_for(const std::atomic<std::uint64_t>& flag, std::uint64_t turn) {
  for (int looks = 0; flag.load(std::memory_order_acquire) < turn; ++looks) {
    if (looks < looks_before_yield)
      relax();
    else
      std::this_thread::yield();
  }
}

}  // namespace

void TeamBarrier::reset(int workers) {
  workers_ = workers;
  rounds_ = std::bit_width(static_cast<unsigned>(workers - 1));
  const auto flags = static_cast<std::size_t>(workers_ * rounds_);
  if (flags_.size() < flags) flags_ = std::vector<Flag>(flags);
  for (std::size_t i = 0; i < flags; ++i) flags_[i].turn.store(0, std::memory_order_relaxed);
}

void TeamBarrier::wait(int worker, std::uint64_t turn) {
  for (int round = 0; round < rounds_; ++round) {
    const int other = (worker + (1 << round)) % workers_;
    flags_[static_cast<std::size_t>(other * rounds_ + round)].turn.store(turn, std::memory_order_release);
    wait_for(flags_[static_cast<std::size_t>(worker * rounds_ + round)].turn, turn);
  }
}

}  // namespace bricks::parallel
