#include "bench/report/report.hpp"

#include "compose/composition/errors.hpp"

namespace bricks {

void summarise_errors(Report& report) {
  std::vector<double> errors;
  for (const ModelReport& model : report.models)
    if (model.error_percent) errors.push_back(*model.error_percent);
  if (errors.empty()) return;
  const ErrorSummary summary = summarise_errors(errors);
  report.corpus.mean_absolute_error_percent = summary.mean_absolute_percent;
  report.corpus.p90_error_percent = summary.p90_absolute_percent;
  report.corpus.max_error_percent = summary.max_absolute_percent;
  report.corpus.bias_percent = summary.bias_percent;
}

}  // namespace bricks
