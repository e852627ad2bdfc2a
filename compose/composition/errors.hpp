// How far composed times are from measured ones, over models.
#pragma once

#include <span>

namespace bricks {

// 100 * (composed - measured) / measured. Throws Error unless measured is above 0.
double error_percent(double composed, double measured);

struct ErrorSummary {
  double mean_absolute_percent = 0;
  double p90_absolute_percent = 0;
  double max_absolute_percent = 0;
  double bias_percent = 0;                             // mean with signs
  double geometric_mean_ratio = 0;                     // of composed over measured, the paper's figure
  double within_5_percent = 0, within_10_percent = 0;  // shares of the models, 0 to 1
};

// Throws Error where there are no errors, and for one of -100 or below.
ErrorSummary summarise_errors(std::span<const double> errors_percent);

}  // namespace bricks
