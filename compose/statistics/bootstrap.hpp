// Confidence intervals by resampling rounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace bricks {

struct Interval {
  double low = 0, high = 0;
  double half_width() const { return (high - low) / 2; }
  // Half the width in percent of the value that the interval belongs to.
  double half_width_percent(double value) const { return 100 * half_width() / value; }
};

struct BootstrapOptions {
  std::uint64_t seed = 1;
  std::size_t resamples = 200;
  // Rounds that are drawn together: neighbouring rounds share the machine's drift, so single rounds are not
  // independent.
  std::size_t block = 4;
  double confidence = 0.95;
};

// Block bootstrap (Künsch 1989, with blocks that wrap around at the end, so that every round is drawn equally
// often): draws `rounds` round numbers in blocks, calls statistic with them, repeats, and returns the
// percentiles of what came back that hold `confidence` between them. The same options give the same interval
// on every machine. Throws Error when there are no rounds, no resamples, or block is 0; a block longer than
// the rounds is shortened to half of them, rounded up.
Interval block_bootstrap(std::size_t rounds, const BootstrapOptions& options,
                         const std::function<double(std::span<const std::size_t>)>& statistic);

// Of the trimmed mean of one sample a round.
Interval trimmed_mean_interval(std::span<const double> samples, const BootstrapOptions& options = {});

}  // namespace bricks
