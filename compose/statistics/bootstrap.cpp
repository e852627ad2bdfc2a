#include "compose/statistics/bootstrap.hpp"

#include "compose/statistics/random.hpp"
#include "compose/statistics/statistics.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <vector>

namespace bricks {

Interval block_bootstrap(std::size_t rounds, const BootstrapOptions& options,
                         const std::function<double(std::span<const std::size_t>)>& statistic) {
  if (rounds == 0) throw Error("no rounds, expected at least one");
  if (options.resamples == 0 || options.block == 0)
    throw Error("bootstrap without resamples or with empty blocks");
  const std::size_t block = options.block < rounds ? options.block : (rounds + 1) / 2;
  SplitMix random(options.seed);
  std::vector<std::size_t> drawn(rounds);
  std::vector<double> values;
  values.reserve(options.resamples);
  for (std::size_t resample = 0; resample < options.resamples; ++resample) {
    for (std::size_t i = 0; i < rounds; i += block) {
      const std::size_t first = random.below(rounds);
      for (std::size_t j = 0; j < std::min(block, rounds - i); ++j) drawn[i + j] = (first + j) % rounds;
    }
    values.push_back(statistic(drawn));
  }
  const double outside = 100 * (1 - options.confidence) / 2;
  return {percentile(values, outside), percentile(values, 100 - outside)};
}

Interval trimmed_mean_interval(std::span<const double> samples, const BootstrapOptions& options) {
  std::vector<double> drawn(samples.size());
  return block_bootstrap(samples.size(), options, [&](std::span<const std::size_t> rounds) {
    std::transform(rounds.begin(), rounds.end(), drawn.begin(),
                   [&](std::size_t round) { return samples[round]; });
    return trimmed_mean(drawn);
  });
}

}  // namespace bricks
