#include "compose/statistics/statistics.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace bricks {
namespace {

void require_samples(std::span<const double> samples) {
  if (samples.empty()) throw Error("no samples, expected at least one");
}

std::vector<double> sorted(std::span<const double> samples) {
  require_samples(samples);
  std::vector<double> values(samples.begin(), samples.end());
  std::sort(values.begin(), values.end());
  return values;
}

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double trimmed_mean_of_sorted(std::span<const double> values, double share) {
  if (!(share >= 0 && share < 0.5))
    throw Error("trimmed share " + std::to_string(share) + ", expected 0 to below 0.5");
  // 0.2 * 5 is 1 exactly, but 0.2 * 15 is 3.0000000000000004 and 0.29 * 100 is 28.999999999999996.
  const auto dropped = static_cast<std::size_t>(share * static_cast<double>(values.size()) + 1e-9);
  return mean_of(values.subspan(dropped, values.size() - 2 * dropped));
}

double deviation_of_sorted(std::span<const double> values) {
  const double middle = percentile_of_sorted(values, 50);
  std::vector<double> distances;
  distances.reserve(values.size());
  for (double value : values) distances.push_back(std::abs(value - middle));
  return median(distances);
}

}  // namespace

double percentile_of_sorted(std::span<const double> samples, double percent) {
  if (!(percent >= 0 && percent <= 100))
    throw Error("percentile " + std::to_string(percent) + ", expected 0 to 100");
  const double position = percent / 100 * static_cast<double>(samples.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, samples.size() - 1);
  const double weight = position - static_cast<double>(below);
  return samples[below] + weight * (samples[above] - samples[below]);
}

double mean(std::span<const double> samples) {
  require_samples(samples);
  return mean_of(samples);
}

double trimmed_mean(std::span<const double> samples, double share) {
  return trimmed_mean_of_sorted(sorted(samples), share);
}

double percentile(std::span<const double> samples, double percent) {
  return percentile_of_sorted(sorted(samples), percent);
}

double median(std::span<const double> samples) { return percentile(samples, 50); }

double minimum(std::span<const double> samples) {
  require_samples(samples);
  return *std::min_element(samples.begin(), samples.end());
}

double maximum(std::span<const double> samples) {
  require_samples(samples);
  return *std::max_element(samples.begin(), samples.end());
}

double median_absolute_deviation(std::span<const double> samples) {
  return deviation_of_sorted(sorted(samples));
}

double geometric_mean(std::span<const double> samples) {
  require_samples(samples);
  double logarithms = 0;
  for (double sample : samples) {
    if (!(sample > 0))
      throw Error("geometric mean of " + std::to_string(sample) + ", expected values above 0");
    logarithms += std::log(sample);
  }
  return std::exp(logarithms / static_cast<double>(samples.size()));
}

Summary summarise(std::span<const double> samples) {
  const std::vector<double> values = sorted(samples);
  return {.trimmed_mean = trimmed_mean_of_sorted(values, trimmed_share),
          .median = percentile_of_sorted(values, 50),
          .minimum = values.front(),
          .maximum = values.back(),
          .median_absolute_deviation = deviation_of_sorted(values),
          .p90 = percentile_of_sorted(values, 90)};
}

}  // namespace bricks
