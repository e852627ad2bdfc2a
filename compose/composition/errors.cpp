#include "compose/composition/errors.hpp"

#include "compose/statistics/statistics.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace bricks {

double error_percent(double composed, double measured) {
  if (!(measured > 0)) throw Error("measured time " + std::to_string(measured) + ", expected one above 0");
  return 100 * (composed - measured) / measured;
}

ErrorSummary summarise_errors(std::span<const double> errors_percent) {
  std::vector<double> absolute, ratios;
  for (double error : errors_percent) {
    absolute.push_back(std::abs(error));
    ratios.push_back(1 + error / 100);
  }
  const auto share_within = [&](double limit) {
    const auto count = std::count_if(absolute.begin(), absolute.end(), [&](double e) { return e <= limit; });
    return static_cast<double>(count) / static_cast<double>(absolute.size());
  };
  return {.mean_absolute_percent = mean(absolute),
          .p90_absolute_percent = percentile(absolute, 90),
          .max_absolute_percent = maximum(absolute),
          .bias_percent = mean(errors_percent),
          .geometric_mean_ratio = geometric_mean(ratios),
          .within_5_percent = share_within(5),
          .within_10_percent = share_within(10)};
}

}  // namespace bricks
