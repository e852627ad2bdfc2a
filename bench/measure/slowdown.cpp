#include "bench/measure/slowdown.hpp"

#include "compose/statistics/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace bricks {
namespace {

// Fewer runs of a brick do not tell what is usual for it.
constexpr std::size_t least_runs = 4;
// Logarithms of times this far from the median, a factor of two, are taken to be at this distance: a program
// that takes a core away prolongs a look, or a run, many times.
constexpr double farthest = 0.7;
// What is known beforehand, an exponent of 1, counts as a thousand runs with the watch 10 % off.
constexpr double prior = 10;
constexpr double least_exponent = 0.25, most_exponent = 2;

// Around their mean, after what is farthest from the median has been brought nearer.
std::vector<double> centred_logs(std::vector<double> values) {
  for (double& value : values) value = std::log(value);
  const double middle = median(values);
  for (double& value : values) value = std::clamp(value, middle - farthest, middle + farthest);
  const double average = mean(values);
  for (double& value : values) value -= average;
  return values;
}

// Sums over all bricks' runs, each weighed by how long its brick takes.
class Fit {
 public:
  void add(const Series& brick, double longest_ns) {
    std::vector<double> ns, before, after;
    for (const Sample& sample : brick.samples) {
      if (sample.interrupted || sample.looks.before_ns <= 0 || sample.looks.after_ns <= 0) continue;
      ns.push_back(sample.ns);
      before.push_back(sample.looks.before_ns);
      after.push_back(sample.looks.after_ns);
    }
    if (ns.size() < least_runs) return;
    const double weight = median(ns);
    if (weight > longest_ns) return;
    ns = centred_logs(std::move(ns));
    before = centred_logs(std::move(before));
    after = centred_logs(std::move(after));
    for (std::size_t i = 0; i < ns.size(); ++i) {
      times_with_looks_ += weight * ns[i] * (before[i] + after[i]) / 2;
      looks_with_looks_ += weight * before[i] * after[i];
      weights_ += weight;
      ++runs_;
    }
  }

  double exponent() const {
    if (runs_ == 0) return 1;
    const double known = prior * weights_ / static_cast<double>(runs_);
    const double looks = looks_with_looks_ + known;
    return looks <= 0 ? 1 : std::clamp((times_with_looks_ + known) / looks, least_exponent, most_exponent);
  }

 private:
  double times_with_looks_ = 0, looks_with_looks_ = 0, weights_ = 0;
  std::size_t runs_ = 0;
};

// Of a run or a part of one.
template <class Timed>
double undisturbed_ns(const Timed& timed, const Slowdown& slowdown) {
  const bool is_long = timed.ns > slowdown.longest_ns && timed.looks.shortest() > 0;
  return timed.ns / slowdown.of(is_long ? timed.looks.shortest() : timed.watch_ns);
}

double undisturbed_pass_ns(const Sample& sample, const Slowdown& slowdown) {
  if (sample.parts.empty()) return undisturbed_ns(sample, slowdown);
  double ns = 0;
  for (const PartTiming& part : sample.parts) ns += undisturbed_ns(part, slowdown);
  return ns;
}

}  // namespace

double Slowdown::of(double watch_ns) const {
  return watch_ns <= limit_ns ? 1 : std::pow(watch_ns / usual_ns, exponent);
}

double slowdown_exponent(std::span<const Series> bricks, double longest_ns) {
  Fit fit;
  for (const Series& brick : bricks) fit.add(brick, longest_ns);
  return fit.exponent();
}

void adjust(Series& series, const Slowdown& slowdown) {
  for (Sample& sample : series.samples) {
    const double ns = undisturbed_pass_ns(sample, slowdown);
    sample.slowdown = sample.ns / ns;
    sample.ns = ns;
  }
}

}  // namespace bricks
