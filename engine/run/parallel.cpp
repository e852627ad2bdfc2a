#include "engine/run/parallel.hpp"

#include "engine/run/team_barrier.hpp"
#include "engine/run/topology.hpp"

#include <cstdint>
#include <omp.h>
#include <sched.h>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bricks::parallel {
namespace {

// A subnormal operand costs tens to hundreds of cycles; layers that fade to nothing would time the trap, not
// the CPU.
class FlushDenormals {
 public:
#if defined(__x86_64__)
  FlushDenormals() : saved_(_mm_getcsr()) {
    _mm_setcsr(saved_ | 0x8040u);
  }  // flush to zero, denormals are zero
  ~FlushDenormals() { _mm_setcsr(saved_); }

 private:
  unsigned saved_;
#elif defined(__aarch64__)
  FlushDenormals() {
    asm volatile("mrs %0, fpcr" : "=r"(saved_));
    asm volatile("msr fpcr, %0" ::"r"(saved_ | (std::uint64_t{1} << 24)));
  }
  ~FlushDenormals() { asm volatile("msr fpcr, %0" ::"r"(saved_)); }

 private:
  std::uint64_t saved_;
#endif
};

// Puts the calling thread on one processor and gives it its freedom back afterwards: threads that it starts
// later would otherwise all be born on that core.
class Pin {
 public:
  Pin(int worker, int workers) {
    const std::vector<int>& processors = topology().processors;
    if (workers > static_cast<int>(processors.size())) return;
    restore_ = sched_getaffinity(0, sizeof saved_, &saved_) == 0;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(processors[static_cast<std::size_t>(worker)]), &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~Pin() {
    if (restore_) sched_setaffinity(0, sizeof saved_, &saved_);
  }
  Pin(const Pin&) = delete;
  Pin& operator=(const Pin&) = delete;

 private:
  cpu_set_t saved_;
  bool restore_ = false;
};

struct Settled {
  Settled(int worker, int workers) : pin(worker, workers) {}
  Pin pin;
  FlushDenormals flush;
};

// This thread within its team.
struct Member {
  TeamBarrier* barrier = nullptr;  // null: outside of a team
  int worker = 0;
  std::uint64_t waits = 0;
  bool is_alone = false;
};

thread_local Member here;

}  // namespace

int physical_cores() { return topology().physical_cores; }

void team(int threads, const std::function<void(int worker, int workers)>& body) {
  topology();
  thread_local TeamBarrier of_caller;
  TeamBarrier of_team_within;  // a worker that opens a team is itself waited for
  TeamBarrier& barrier = here.barrier ? of_team_within : of_caller;
  barrier.reset(threads);
#pragma omp parallel num_threads(threads)
  {
    const int worker = omp_get_thread_num(), workers = omp_get_num_threads();
    if (workers != threads) {
#pragma omp single
      barrier.reset(workers);
    }
    const Settled state(worker, workers);
    const Member before = std::exchange(here, {&barrier, worker});
    body(worker, workers);
    here = before;
  }
}

void sleep_team() { omp_pause_resource_all(omp_pause_soft); }

void settled(int worker, int workers, const std::function<void()>& body) {
  const Settled state(worker, workers);
  body();
}

void barrier() {
  if (here.barrier && !here.is_alone) here.barrier->wait(here.worker, ++here.waits);
}

void alone(const std::function<void()>& body) {
  here.is_alone = true;
  body();
  here.is_alone = false;
}

}  // namespace bricks::parallel
