#include "bench/report/rounds_text.hpp"

#include "bench/report/text.hpp"

#include <algorithm>

namespace bricks {

std::string rounds_lines(const std::vector<RoundRecord>& rounds) {
  std::string text;
  const auto noisy = std::count_if(rounds.begin(), rounds.end(), [](auto& round) { return round.noisy; });
  if (noisy > 0) text += format("%td of %zu rounds were noisy\n", noisy, rounds.size());
  double runs = 0, disturbed = 0, set_aside = 0;
  for (const RoundRecord& round : rounds) {
    runs += round.runs;
    disturbed += round.disturbed;
    set_aside += round.set_aside;
  }
  if (disturbed > 0)
    text += format("%.1f %% of runs were disturbed by others, %.1f %% set aside for it\n",
                   100 * disturbed / runs, 100 * set_aside / runs);
  return text;
}

}  // namespace bricks
