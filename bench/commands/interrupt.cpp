#include "bench/commands/interrupt.hpp"

#include <csignal>

namespace bricks {
namespace {

volatile std::sig_atomic_t caught = 0;

void note(int) { caught = 1; }

}  // namespace

void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool was_interrupted() { return caught != 0; }

}  // namespace bricks
