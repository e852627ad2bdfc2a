#include "bench/measure/disturbance.hpp"

#include "bench/measure/part_passes.hpp"
#include "compose/statistics/statistics.hpp"

#include <algorithm>
#include <iterator>

namespace bricks {
namespace {

class Disturbance {
 public:
  Disturbance(Measurements& all, const DisturbanceRule& rule) : all_(all), rule_(rule) {
    std::vector<double> watched;
    for_each_series([&](const Series& series) {
      for (const Sample& sample : series.samples) {
        watched.push_back(sample.watch_ns);
        for (const PartTiming& part : sample.parts) watched.push_back(part.watch_ns);
      }
    });
    is_watched_ = !watched.empty() && std::ranges::min(watched) > 0;
    if (!is_watched_) return;
    limit_ns_ = percentile(watched, rule.usual_percentile) * (1 + rule.tolerance);
    for_each_series([&](Series& series) { splits_.push_back({series, undisturbed(series)}); });
  }

  bool is_watched() const { return is_watched_; }

  void count() {
    for_each_series([&](const Series& series) {
      for (const Sample& sample : series.samples)
        if (RoundRecord* round = round_of(sample)) {
          ++round->runs;
          round->disturbed += is_disturbed(sample);
        }
    });
    if (!rule_.set_aside) return;
    const std::span<const Split> splits = splits_, models = splits.subspan(all_.bricks.size());
    all_.undisturbed_share = share_of(splits.first(all_.bricks.size()));
    for (const Split& model : models) {
      all_.too_long |= is_long(model.series);
      all_.undisturbed_share = std::min(all_.undisturbed_share, share_of({&model, 1}));
    }
    if (all_.too_long) all_.undisturbed_share = 0;
    for (const Split& split : splits)
      all_.least_undisturbed_share = std::min(all_.least_undisturbed_share, share_of({&split, 1}));
  }

  bool can_set_aside() const {
    bool enough = rule_.set_aside && all_.undisturbed_share >= rule_.least_share;
    for (const Split& split : splits_) {
      const std::size_t runs = split.undisturbed.size();
      enough = enough && (runs >= rule_.least_runs || runs == split.series.samples.size());
    }
    return enough;
  }

  void set_aside() {
    for (Split& split : splits_) {
      split.series.set_aside = static_cast<int>(split.series.samples.size() - split.undisturbed.size());
      split.series.samples = std::move(split.undisturbed);
    }
    for (RoundRecord& round : all_.rounds) round.set_aside = round.disturbed;
  }

 private:
  // A series and those of its samples that nobody disturbed.
  struct Split {
    Series& series;
    std::vector<Sample> undisturbed;
  };

  template <class Visit>
  void for_each_series(Visit visit) const {
    for (std::vector<Series>* part : {&all_.bricks, &all_.models})
      for (Series& series : *part) visit(series);
  }

  bool is_disturbed(const Sample& sample) const { return sample.watch_ns > limit_ns_; }

  bool is_long(const Series& model) const {
    std::vector<double> longest;
    for (const Sample& sample : model.samples)
      longest.push_back(sample.parts.empty() ? sample.ns
                                             : std::ranges::max(sample.parts, {}, &PartTiming::ns).ns);
    return !longest.empty() && median(longest) > rule_.longest_ns;
  }

  std::vector<Sample> undisturbed(const Series& series) const {
    if (!series.samples.empty() && !series.samples.front().parts.empty())
      return undisturbed_passes(series.samples, limit_ns_);
    std::vector<Sample> kept;
    std::ranges::copy_if(series.samples, std::back_inserter(kept),
                         [&](const Sample& sample) { return !is_disturbed(sample); });
    return kept;
  }

  static double share_of(std::span<const Split> part) {
    std::size_t runs = 0, left_alone = 0;
    for (const Split& split : part) {
      runs += split.series.samples.size();
      left_alone += split.undisturbed.size();
    }
    return runs == 0 ? 1 : static_cast<double>(left_alone) / static_cast<double>(runs);
  }

  // Samples of the round in hand have no record yet.
  RoundRecord* round_of(const Sample& sample) const {
    const auto round = static_cast<std::size_t>(sample.round);
    return round < all_.rounds.size() ? &all_.rounds[round] : nullptr;
  }

  Measurements& all_;
  const DisturbanceRule& rule_;
  bool is_watched_ = false;
  double limit_ns_ = 0;
  std::vector<Split> splits_;  // of bricks, then of models
};

}  // namespace

Measurements set_aside_disturbed(Measurements all, const DisturbanceRule& rule) {
  Disturbance disturbance(all, rule);
  if (!disturbance.is_watched()) return all;
  disturbance.count();
  if (disturbance.can_set_aside()) disturbance.set_aside();
  return all;
}

}  // namespace bricks
