// Statistics of samples, exactly as results define them. Every function takes the samples in any order,
// leaves them as they are, and throws Error when there are none.
#pragma once

#include <span>

namespace bricks {

// The paper's 20 %: this share of the samples is dropped at each end.
inline constexpr double trimmed_share = 0.2;

double mean(std::span<const double> samples);

// Mean of what is left when floor(share * n) samples are dropped at each end; share is in [0, 0.5).
double trimmed_mean(std::span<const double> samples, double share = trimmed_share);

// Linear interpolation between the two nearest ranks: the value at position p/100 * (n - 1) of the sorted
// samples (Hyndman and Fan's type 7, the default of NumPy and R). percent is in [0, 100].
double percentile(std::span<const double> samples, double percent);

// The same of samples that are ordered already, of which there are some.
double percentile_of_sorted(std::span<const double> samples, double percent);

double median(std::span<const double> samples);
double minimum(std::span<const double> samples);
double maximum(std::span<const double> samples);

// Median of the distances to the median, not scaled to a normal distribution's deviation.
double median_absolute_deviation(std::span<const double> samples);

// Throws Error for a sample that is not above 0.
double geometric_mean(std::span<const double> samples);

// What a brick's result prints. Unit as of the samples.
struct Summary {
  double trimmed_mean = 0, median = 0, minimum = 0, maximum = 0, median_absolute_deviation = 0, p90 = 0;
};
Summary summarise(std::span<const double> samples);

}  // namespace bricks
