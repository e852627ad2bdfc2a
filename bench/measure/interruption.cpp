#include "bench/measure/interruption.hpp"

#include "compose/statistics/statistics.hpp"

#include <algorithm>

namespace bricks {
namespace {

double longest_undisturbed(std::span<const double> times) {
  const double usual = median(times);
  return std::max(usual * interrupted_times, usual + interrupted_ns);
}

// Marks the samples whose time, time_of(sample), is too long.
template <class TimeOf>
void mark(const std::vector<Sample>& samples, TimeOf time_of, std::vector<bool>& interrupted) {
  std::vector<double> times;
  for (const Sample& sample : samples) times.push_back(time_of(sample));
  const double longest = longest_undisturbed(times);
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] > longest) interrupted[i] = true;
}

std::vector<bool> interrupted_samples(const std::vector<Sample>& samples) {
  std::vector<bool> interrupted(samples.size());
  if (samples.empty()) return interrupted;
  mark(
      samples, [](const Sample& sample) { return sample.ns; }, interrupted);
  for (std::size_t part = 0; part < samples.front().parts.size(); ++part)
    mark(
        samples, [part](const Sample& sample) { return sample.parts[part].ns; }, interrupted);
  return interrupted;
}

}  // namespace

void set_aside_interrupted(Measurements& measurements) {
  for (std::vector<Series>* part : {&measurements.bricks, &measurements.models})
    for (Series& series : *part) {
      const std::vector<bool> interrupted = interrupted_samples(series.samples);
      std::vector<Sample> kept;
      for (std::size_t i = 0; i < interrupted.size(); ++i) {
        Sample& sample = series.samples[i];
        const auto round = static_cast<std::size_t>(sample.round);
        if (interrupted[i] && round < measurements.rounds.size()) ++measurements.rounds[round].set_aside;
        if (!interrupted[i]) kept.push_back(std::move(sample));
      }
      series.set_aside += static_cast<int>(interrupted.size() - kept.size());
      series.samples = std::move(kept);
    }
}

}  // namespace bricks
