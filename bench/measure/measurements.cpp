#include "bench/measure/measurements.hpp"

#include "compose/statistics/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace bricks {
namespace {

std::vector<double> reference_of_round(const Series& reference, int round) {
  std::vector<double> values;
  for (const Sample& sample : reference.samples)
    if (sample.round == round) values.push_back(sample.ns);
  return values;
}

}  // namespace

std::vector<double> times_of(const Series& series) {
  std::vector<double> times;
  for (const Sample& sample : series.samples) times.push_back(sample.ns);
  return times;
}

int Measurements::noisy_rounds() const {
  return static_cast<int>(
      std::count_if(rounds.begin(), rounds.end(), [](const RoundRecord& r) { return r.noisy; }));
}

RoundRecord* Measurements::round_of(const Sample& sample) {
  const auto round = static_cast<std::size_t>(sample.round);
  return round < rounds.size() ? &rounds[round] : nullptr;
}

void mark_noisy_rounds(Measurements& measurements, double tolerance) {
  if (measurements.rounds.empty()) return;
  std::vector<double> medians;
  for (std::size_t round = 0; round < measurements.rounds.size(); ++round) {
    const auto values = reference_of_round(measurements.reference, static_cast<int>(round));
    measurements.rounds[round].reference_ns = values.empty() ? 0 : median(values);
    medians.push_back(measurements.rounds[round].reference_ns);
  }
  const double usual = median(medians);
  for (RoundRecord& round : measurements.rounds) {
    round.reference_off = usual > 0 ? round.reference_ns / usual - 1 : 0;
    round.noisy = round.steal_ticks > 0 || std::abs(round.reference_off) > tolerance;
  }
}

}  // namespace bricks
