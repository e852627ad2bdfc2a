#include "bench/measure/interruption.hpp"

#include "compose/statistics/statistics.hpp"

#include <algorithm>

namespace bricks {
namespace {

double longest_uninterrupted(std::span<const double> times) {
  const double usual = median(times);
  return std::max(usual * interrupted_times, usual + interrupted_ns);
}

void mark(const std::vector<double>& times, std::vector<bool>& interrupted) {
  const double longest = longest_uninterrupted(times);
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] > longest) interrupted[i] = true;
}

// Those that took too long as a whole, or in a part.
std::vector<bool> interrupted_samples(const Series& series) {
  std::vector<bool> interrupted(series.samples.size());
  if (series.samples.empty()) return interrupted;
  mark(times_of(series), interrupted);
  for (std::size_t part = 0; part < series.samples.front().parts.size(); ++part) {
    std::vector<double> times;
    for (const Sample& sample : series.samples) times.push_back(sample.parts[part].ns);
    mark(times, interrupted);
  }
  return interrupted;
}

}  // namespace

void set_aside_interrupted(Measurements& measurements) {
  measurements.for_each_series([&](Series& series) {
    const std::vector<bool> interrupted = interrupted_samples(series);
    std::vector<Sample> kept;
    for (std::size_t i = 0; i < interrupted.size(); ++i) {
      Sample& sample = series.samples[i];
      if (!interrupted[i])
        kept.push_back(std::move(sample));
      else if (RoundRecord* round = measurements.round_of(sample))
        ++round->set_aside;
    }
    series.set_aside += static_cast<int>(interrupted.size() - kept.size());
    series.samples = std::move(kept);
  });
}

}  // namespace bricks
