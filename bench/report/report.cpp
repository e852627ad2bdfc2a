#include "bench/report/report.hpp"

#include <cmath>

namespace bricks {

void summarise_errors(Report& report) {
  std::vector<double> signed_errors, absolute;
  for (const ModelReport& model : report.models) {
    if (!model.error_percent) continue;
    signed_errors.push_back(*model.error_percent);
    absolute.push_back(std::abs(*model.error_percent));
  }
  if (absolute.empty()) return;
  report.corpus.mean_absolute_error_percent = mean(absolute);
  report.corpus.p90_error_percent = percentile(absolute, 90);
  report.corpus.max_error_percent = maximum(absolute);
  report.corpus.bias_percent = mean(signed_errors);
}

}  // namespace bricks
