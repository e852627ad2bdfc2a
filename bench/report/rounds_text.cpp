#include "bench/report/rounds_text.hpp"

#include "bench/measure/gathering.hpp"
#include "bench/report/text.hpp"

#include <algorithm>

namespace bricks {

std::string rounds_lines(const std::vector<RoundRecord>& rounds) {
  std::string text;
  const auto noisy = std::count_if(rounds.begin(), rounds.end(), [](auto& round) { return round.noisy; });
  if (noisy > 0) text += format("%td of %zu rounds were noisy\n", noisy, rounds.size());
  double runs = 0, disturbed = 0, set_aside = 0, adjusted = 0;
  for (const RoundRecord& round : rounds) {
    runs += round.runs;
    disturbed += round.disturbed;
    set_aside += round.set_aside;
    adjusted += round.adjusted;
  }
  if (disturbed > 0) {
    text += format("%.1f %% of runs were disturbed by others, %.1f %% set aside", 100 * disturbed / runs,
                   100 * set_aside / runs);
    text += adjusted > 0 ? format(", %.1f %% adjusted for it\n", 100 * adjusted / runs) : " for it\n";
  }
  const auto apart = std::ranges::count_if(rounds, share_no_cache, &RoundRecord::core_line_ns);
  if (apart > 0)
    text +=
        format("in %td of %zu rounds cores shared no cache: a line took up to %.0f ns between them\n", apart,
               rounds.size(), std::ranges::max(rounds, {}, &RoundRecord::core_line_ns).core_line_ns);
  return text;
}

}  // namespace bricks
