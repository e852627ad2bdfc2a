#include "bench/measure/turn.hpp"

namespace bricks {

std::vector<Timing> TeamTurn::run(std::span<const std::size_t> order) {
  std::vector<TeamRunnable*> runnables;
  for (const std::size_t brick : order) runnables.push_back(bricks_[brick]);
  return run_in_team(clock_, threads_, runnables, watch_);
}

std::vector<Timing> SubjectTurn::run(std::span<const std::size_t> order) {
  std::vector<Timing> timings;
  for (const std::size_t brick : order) timings.push_back(bricks_[brick]->run(1).front());
  return timings;
}

}  // namespace bricks
