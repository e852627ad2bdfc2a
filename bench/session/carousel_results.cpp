#include "bench/session/carousel_results.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace bricks {
namespace {

double less(double ns, double call_ns) { return call_ns == 0 ? ns : std::max(1.0, ns - call_ns); }

// What is known stands before what was measured, on one axis of turns.
Series joined(const BrickResult* before, Series measured) {
  if (before == nullptr) return measured;
  Series all;
  for (const ResultSample& sample : before->samples)
    all.samples.push_back({0, sample.round, sample.position, sample.start_ns, sample.ns});
  const int later = all.samples.back().turn + 1;
  for (Sample& sample : measured.samples) {
    sample.turn += later;
    all.samples.push_back(sample);
  }
  all.discarded = measured.discarded;
  all.set_aside = measured.set_aside;
  return all;
}

// Composing takes what is nearest in swept bytes, so all samples of a benchmark keep to what the first ones
// said.
std::uint64_t swept_bytes(const Carousel& carousel, const CarouselMember& member) {
  return member.before != nullptr ? member.before->swept_bytes : carousel.swept_bytes;
}

std::size_t members_of(std::span<const Carousel> carousels) {
  std::size_t members = 0;
  for (const Carousel& carousel : carousels) members += carousel.members.size();
  return members;
}

}  // namespace

Series without_call(Series series, double call_ns) {
  for (Sample& sample : series.samples) sample.ns = less(sample.ns, call_ns);
  return series;
}

CarouselResults::CarouselResults(const Suite& suite, std::span<const BenchmarkId> ids,
                                 const SessionOptions& options, std::size_t last_level_bytes, Call call,
                                 Describe describe, const TunedUnitsOf& tuned_units_of)
    : suite_(suite), options_(options), call_(call), describe_(std::move(describe)) {
  carousels_ = options.carousels.empty() ? plan_carousels(suite, ids, last_level_bytes) : options.carousels;
  wholes_ = options.carousels_are_whole ? carousels_
                                        : plan_carousels(suite, all_benchmarks(suite), last_level_bytes);
  const auto enough =
      options.further ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(options.runs);
  find_tuned(tuned_units_of);
  if (options.known != nullptr)
    known_ = take_known(carousels_, suite, *options.known, enough, last_level_bytes,
                        [this](BenchmarkId id) { return tuned(id); });
  if (carousels_.empty()) carousels_.emplace_back();
  handed_out_.resize(members_of(carousels_));
}

// Without a table nothing is planned for it.
void CarouselResults::find_tuned(const TunedUnitsOf& tuned_units_of) {
  if (!options_.engine.tuning || !tuned_units_of) return;
  for (const Carousel& carousel : carousels_)
    for (const CarouselMember& member : carousel.members)
      if (const auto [at, is_new] = tuned_.try_emplace(member.id); is_new)
        at->second = tuned_units_of(member.id);
}

std::string CarouselResults::tuned(BenchmarkId id) const {
  const auto found = tuned_.find(id);
  return found == tuned_.end() ? "" : found->second;
}

int CarouselResults::missing_runs() const {
  int missing = 0;
  for (const Carousel& carousel : carousels_)
    for (const CarouselMember& member : carousel.members) {
      const std::size_t there = member.before == nullptr ? 0 : rounds_of(*member.before);
      missing = std::max(missing, options_.runs - static_cast<int>(there));
    }
  return missing;
}

Series CarouselResults::empty_series(const Measurements& measured) const {
  Series empty;
  std::size_t index = 0;
  for (const Carousel& carousel : carousels_) {
    index += carousel.members.size();
    const std::vector<Sample>& samples = measured.bricks[index++].samples;
    empty.samples.insert(empty.samples.end(), samples.begin(), samples.end());
  }
  return empty;
}

double CarouselResults::call_ns(const Measurements& measured) const {
  const std::vector<double> calls = times_of(empty_series(measured));
  return call_ == Call::part_of_run || calls.empty() ? 0 : trimmed_mean(calls);
}

void CarouselResults::report(const Measurements& measured, SessionResult& result) const {
  const double call = call_ns(measured);
  auto series = measured.bricks.begin();
  for (const Carousel& carousel : carousels_) {
    for (const CarouselMember& member : carousel.members) {
      result.ids.push_back(member.id);
      result.bricks.push_back(
          report_of(carousel, member, joined(member.before, without_call(*series++, call))));
    }
    ++series;  // the empty brick
  }
  add_busy(measured, result);
  result.fresh = std::set(result.ids.begin(), result.ids.end());
  for (const Carousel& carousel : known_)
    for (const CarouselMember& member : carousel.members) {
      result.ids.push_back(member.id);
      result.bricks.push_back(report_of(carousel, member, joined(member.before, {})));
      result.saved_seconds += member.before->seconds;
    }
  if (measured.turns == 0) return;
  result.empty_ns = summarise(times_of(empty_series(measured)));
  result.reference_ns = summarise(times_of(measured.reference));
}

void CarouselResults::add_busy(const Measurements& measured, SessionResult& result) const {
  if (options_.workers == 0) return;
  auto brick = result.bricks.begin();
  auto series = measured.bricks.begin();
  series += static_cast<std::ptrdiff_t>(members_of(carousels_) + carousels_.size());
  for (const Carousel& carousel : carousels_) {
    for (std::size_t i = 0; i < carousel.members.size(); ++i) (brick++)->busy_samples = (series++)->samples;
    ++series;  // the empty brick
  }
}

BrickReport CarouselResults::report_of(const Carousel& carousel, const CarouselMember& member,
                                       const Series& series) const {
  const Brick& brick = suite_.bricks[member.id.brick];
  BrickReport report;
  report.text = brick.text;
  report.variant = variant_text(brick.variants[member.id.variant].context);
  report.name = report.text + " @ " + report.variant;
  report.swept_bytes = swept_bytes(carousel, member);
  report.tuned = tuned(member.id);
  describe_(member.id, report);
  if (!brick.graph.inputs.empty())
    report.input_shape = to_string(brick.graph.tensor(brick.graph.inputs[0]).shape);
  report.macs = total_macs(brick.graph);
  set_samples(report, series.samples);
  report.discarded = series.discarded;
  report.set_aside = series.set_aside;
  return report;
}

BrickResult CarouselResults::result_of(const Carousel& carousel, const CarouselMember& member,
                                       std::span<const Sample> samples, double call) const {
  const Brick& brick = suite_.bricks[member.id.brick];
  BrickResult result{brick.text,
                     variant_text(brick.variants[member.id.variant].context),
                     swept_bytes(carousel, member),
                     options_.system,
                     {},
                     0,
                     {},
                     tuned(member.id)};
  for (const Sample& sample : samples) {
    result.samples.push_back({sample.turn, sample.position, sample.start_ns, less(sample.ns, call)});
    result.seconds += result.samples.back().ns;
  }
  return result;
}

std::vector<BrickResult> CarouselResults::fresh_results(const Measurements& measured) {
  const double call = call_ns(measured);
  std::vector<BrickResult> fresh;
  double timed_ns = 0;
  std::size_t member_index = 0, series_index = 0;
  for (const Carousel& carousel : carousels_) {
    for (const CarouselMember& member : carousel.members) {
      const std::span<const Sample> samples = measured.bricks[series_index++].samples;
      int& turns = handed_out_[member_index++];
      const auto begin = std::ranges::lower_bound(samples, turns, {}, &Sample::turn);
      if (begin == samples.end()) continue;
      fresh.push_back(result_of(carousel, member, {begin, samples.end()}, call));
      timed_ns += fresh.back().seconds;
      turns = samples.back().turn + 1;
    }
    ++series_index;  // the empty brick
  }
  const double wall_seconds = static_cast<double>(measured.bricks_ns - handed_out_ns_) / 1e9;
  if (fresh.empty()) return fresh;
  for (BrickResult& result : fresh) result.seconds *= wall_seconds / timed_ns;
  handed_out_ns_ = measured.bricks_ns;
  return fresh;
}

}  // namespace bricks
