#include "bench/measure/interruption.hpp"

#include "compose/statistics/statistics.hpp"

#include <algorithm>

namespace bricks {
namespace {

template <class TimeOf>
double longest_uninterrupted(const std::vector<Sample>& samples, TimeOf time_of) {
  std::vector<double> times;
  for (const Sample& sample : samples) times.push_back(time_of(sample));
  const double usual = median(times);
  return std::max(usual * interrupted_times, usual + interrupted_ns);
}

void mark_runs(std::vector<Sample>& samples) {
  const double longest = longest_uninterrupted(samples, [](const Sample& sample) { return sample.ns; });
  for (Sample& sample : samples) sample.interrupted = sample.ns > longest;
}

void mark_parts(std::vector<Sample>& samples) {
  for (std::size_t part = 0; part < samples.front().parts.size(); ++part) {
    const double longest =
        longest_uninterrupted(samples, [&](const Sample& sample) { return sample.parts[part].ns; });
    for (Sample& sample : samples) {
      sample.parts[part].interrupted = sample.parts[part].ns > longest;
      sample.interrupted |= sample.parts[part].interrupted;
    }
  }
}

}  // namespace

void mark_interrupted(Measurements& measurements) {
  measurements.for_each_series([](Series& series) {
    if (series.samples.empty()) return;
    if (series.samples.front().parts.empty())
      mark_runs(series.samples);
    else
      mark_parts(series.samples);
  });
}

}  // namespace bricks
