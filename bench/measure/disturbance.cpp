#include "bench/measure/disturbance.hpp"

#include "bench/measure/interruption.hpp"
#include "bench/measure/part_passes.hpp"
#include "bench/measure/slowdown.hpp"
#include "compose/statistics/statistics.hpp"

#include <algorithm>
#include <iterator>

namespace bricks {
namespace {

class Disturbance {
 public:
  Disturbance(Measurements& all, const DisturbanceRule& rule) : all_(all), rule_(rule) {
    all_.for_each_series([&](const Series& series) {
      for (const Sample& sample : series.samples) {
        watched_.push_back(sample.watch_ns);
        for (const PartTiming& part : sample.parts) watched_.push_back(part.watch_ns);
      }
    });
    std::ranges::sort(watched_);
    if (is_watched())
      limit_ns_ = percentile_of_sorted(watched_, rule.usual_percentile) * (1 + rule.tolerance);
  }

  bool is_watched() const { return !watched_.empty() && watched_.front() > 0; }

  void count() {
    for_each_sample_of_rounds([&](const Sample& sample, RoundRecord& round) {
      ++round.runs;
      round.disturbed += is_disturbed(sample, limit_ns_);
    });
    if (!rule_.set_aside) return;
    for (const Series& model : all_.models) all_.too_long |= is_long(model);
    all_.undisturbed_share = all_.too_long ? 0 : least_share();
    all_.for_each_series([&](const Series& series) {
      all_.least_undisturbed_share = std::min(all_.least_undisturbed_share, share_of({&series, 1}));
    });
  }

  void set_aside() {
    if (!rule_.set_aside) return;
    if (rule_.disturbed == Disturbed::adjusted && (all_.too_long || !is_enough())) return adjust_all();
    if (all_.too_long) return;
    raise_limit();
    drop_disturbed();
  }

 private:
  Slowdown slowdown_of_session() const {
    const auto end = std::ranges::upper_bound(watched_, limit_ns_);
    const double usual_ns = percentile_of_sorted({watched_.begin(), end}, 50);
    return {limit_ns_, usual_ns, slowdown_exponent(all_.bricks, rule_.longest_ns), rule_.longest_ns};
  }

  // What was interrupted is set aside all the same.
  void adjust_all() {
    const Slowdown slowdown = slowdown_of_session();
    limit_ns_ = watched_.back();
    if (!all_.too_long) drop_disturbed();
    all_.for_each_series([&](Series& series) { adjust(series, slowdown); });
    for_each_sample_of_rounds(
        [](const Sample& sample, RoundRecord& round) { round.adjusted += sample.slowdown != 1; });
  }

  // As far as it has to be.
  void raise_limit() {
    for (int percent = 10; percent <= 100 && !is_enough(); percent += 5)
      limit_ns_ = std::max(limit_ns_, percentile_of_sorted(watched_, percent));
  }

  void drop_disturbed() {
    for_each_sample_of_rounds([&](const Sample& sample, RoundRecord& round) {
      round.set_aside += is_disturbed(sample, limit_ns_);
    });
    all_.for_each_series([&](Series& series) {
      std::vector<Sample> kept = undisturbed(series);
      series.set_aside = static_cast<int>(series.samples.size() - kept.size());
      series.samples = std::move(kept);
    });
  }

  template <class Visit>
  void for_each_sample_of_rounds(Visit visit) const {
    all_.for_each_series([&](const Series& series) {
      for (const Sample& sample : series.samples)
        if (RoundRecord* round = all_.round_of(sample)) visit(sample, *round);
    });
  }

  // Of undisturbed runs, of all bricks together or of the model that has least.
  double least_share() const {
    double least = share_of(all_.bricks);
    for (const Series& model : all_.models) least = std::min(least, share_of({&model, 1}));
    return least;
  }

  bool is_enough() const {
    bool enough = least_share() >= least_undisturbed_share(rule_.disturbed);
    all_.for_each_series([&](const Series& series) {
      const std::size_t runs = count_undisturbed(series, limit_ns_);
      enough = enough && (runs >= rule_.least_runs || runs == count_undisturbed(series, watched_.back()));
    });
    return enough;
  }

  static bool is_disturbed(const Sample& sample, double limit_ns) {
    return sample.interrupted || sample.watch_ns > limit_ns;
  }

  bool is_long(const Series& model) const {
    std::vector<double> longest;
    for (const Sample& sample : model.samples)
      longest.push_back(sample.parts.empty() ? sample.ns
                                             : std::ranges::max(sample.parts, {}, &PartTiming::ns).ns);
    return !longest.empty() && median(longest) > rule_.longest_ns;
  }

  // Without copies of samples, as limits are tried.
  static std::size_t count_undisturbed(const Series& series, double limit_ns) {
    if (has_parts(series)) return count_undisturbed_passes(series.samples, limit_ns);
    return static_cast<std::size_t>(std::ranges::count_if(
        series.samples, [&](const Sample& sample) { return !is_disturbed(sample, limit_ns); }));
  }

  std::vector<Sample> undisturbed(const Series& series) const {
    if (has_parts(series)) return undisturbed_passes(series.samples, limit_ns_);
    std::vector<Sample> kept;
    std::ranges::copy_if(series.samples, std::back_inserter(kept),
                         [&](const Sample& sample) { return !is_disturbed(sample, limit_ns_); });
    return kept;
  }

  double share_of(std::span<const Series> part) const {
    std::size_t runs = 0, left_alone = 0;
    for (const Series& series : part) {
      runs += series.samples.size();
      left_alone += count_undisturbed(series, limit_ns_);
    }
    return runs == 0 ? 1 : static_cast<double>(left_alone) / static_cast<double>(runs);
  }

  Measurements& all_;
  const DisturbanceRule& rule_;
  std::vector<double> watched_;  // the watch's times, ordered
  double limit_ns_ = 0;
};

}  // namespace

Measurements set_aside_disturbed(Measurements all, const DisturbanceRule& rule) {
  Disturbance disturbance(all, rule);
  if (!disturbance.is_watched()) return all;
  mark_interrupted(all);
  disturbance.count();
  disturbance.set_aside();
  return all;
}

}  // namespace bricks
