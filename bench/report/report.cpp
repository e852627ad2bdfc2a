#include "bench/report/report.hpp"

#include "compose/composition/errors.hpp"

#include <utility>

namespace bricks {

void set_samples(BrickReport& report, std::vector<Sample> samples) {
  std::vector<double> times_ns;
  for (const Sample& sample : samples) times_ns.push_back(sample.ns);
  report.summary = summarise(times_ns);
  report.interval_ns = trimmed_mean_interval(times_ns);
  report.samples = std::move(samples);
}

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
