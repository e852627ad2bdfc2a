#include "bench/session/carousel_bricks.hpp"

#include "bench/host/host.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace bricks {
namespace {

constexpr int settle_turns = 2;

ResultSample result_sample(const Sample& sample) {
  return {sample.turn, sample.position, sample.start_ns, sample.ns};
}

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
  return all;
}

// Composing takes what is nearest in swept bytes, so all samples of a benchmark keep to what the first ones
// said.
std::uint64_t swept_bytes(const Carousel& carousel, const CarouselMember& member) {
  return member.before != nullptr ? member.before->swept_bytes : carousel.swept_bytes;
}

std::size_t different(std::span<const BenchmarkId> ids) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (const BenchmarkId id : ids) seen.insert({id.brick, id.variant});
  return seen.size();
}

}  // namespace

CarouselBricks::CarouselBricks(const Suite& suite, std::span<const BenchmarkId> ids,
                               const SessionOptions& options, Clock& clock)
    : suite_(suite), options_(options), reference_(options.engine.isa, options.engine.threads) {
  const Host host = describe_host();
  const std::size_t cache = last_level_bytes(host);
  const CacheSizes caches{cache, second_level_bytes(host)};
  restorer_ = make_restorer(options.cache, caches, options.engine.threads);
  carousels_ = options.carousels.empty() ? plan_carousels(suite, ids, cache) : options.carousels;
  const auto enough =
      options.further ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(options.runs);
  if (options.known != nullptr) known_ = take_known(carousels_, suite, *options.known, enough, cache);
  if (carousels_.empty())
    carousels_.emplace_back();  // the reference runs even where no brick is left to measure
  for (const Carousel& carousel : carousels_)
    for (const CarouselMember& member : carousel.members)
      plans_.push_back(plan_benchmark(suite, member.id, options.engine));
  for (const Carousel& carousel : known_)
    for (const CarouselMember& member : carousel.members)
      known_plans_.push_back(plan_benchmark(suite, member.id, options.engine));
  make_filler(cache);
  pool_ = std::make_unique<WeightPool>(count_copies(cache));
  const auto buffers = buffers_for(plans_, largest_arena(), options.engine.threads);
  if (options.workers > 0)
    busy_ =
        std::make_unique<BusyBricks>(options.workers, options.cache, caches, *buffers, options.engine.isa);
  for (const Carousel& carousel : carousels_) fill(carousel, options, buffers, clock);
  handed_out_.resize(benchmarks_.size());
}

std::vector<CarouselSubject> CarouselBricks::subjects() {
  std::vector<CarouselSubject> subjects;
  for (std::size_t i = 0; i < turns_.size(); ++i) subjects.push_back({&turns_[i], settle_turns, entries_[i]});
  for (std::size_t i = 0; i < busy_turns_.size(); ++i)
    subjects.push_back({&busy_turns_[i], settle_turns, entries_[i]});
  return subjects;
}

int CarouselBricks::missing_runs() const {
  int missing = 0;
  for (const Carousel& carousel : carousels_)
    for (const CarouselMember& member : carousel.members) {
      const std::size_t there = member.before == nullptr ? 0 : rounds_of(*member.before);
      missing = std::max(missing, options_.runs - static_cast<int>(there));
    }
  return missing;
}

void CarouselBricks::report(const Measurements& measured, SessionResult& result) const {
  auto series = measured.bricks.begin();
  auto benchmark = benchmarks_.begin();
  Series empty;
  for (const Carousel& carousel : carousels_) {
    for (const CarouselMember& member : carousel.members) {
      result.ids.push_back(member.id);
      result.bricks.push_back(
          report_of(carousel, member, *benchmark++->plan, joined(member.before, *series++)));
    }
    empty.samples.insert(empty.samples.end(), series->samples.begin(), series->samples.end());
    ++series;
  }
  auto brick = result.bricks.begin();
  for (std::size_t i = 0; i < busy_turns_.size(); ++i) {
    for (std::size_t k = 0; k < carousels_[i].members.size(); ++k)
      (brick++)->busy_samples = (series++)->samples;
    ++series;  // the empty one
  }
  result.new_benchmarks = different(result.ids);
  auto plan = known_plans_.begin();
  for (const Carousel& carousel : known_)
    for (const CarouselMember& member : carousel.members) {
      result.ids.push_back(member.id);
      result.bricks.push_back(report_of(carousel, member, **plan++, joined(member.before, {})));
      result.saved_seconds += member.before->seconds;
    }
  result.benchmarks = different(result.ids);
  if (measured.turns == 0) return;
  result.empty_ns = summarise(times_of(empty));
  result.reference_ns = summarise(times_of(measured.reference));
}

std::vector<BrickResult> CarouselBricks::fresh_results(const Measurements& measured) {
  std::vector<BrickResult> fresh;
  double timed_ns = 0;
  std::size_t member_index = 0, series_index = 0;
  for (const Carousel& carousel : carousels_) {
    for (const CarouselMember& member : carousel.members) {
      const std::vector<Sample>& samples = measured.bricks[series_index++].samples;
      std::size_t& begin = handed_out_[member_index++];
      if (begin == samples.size()) continue;
      const Brick& brick = suite_.bricks[member.id.brick];
      BrickResult result{brick.text,
                         variant_text(brick.variants[member.id.variant].context),
                         swept_bytes(carousel, member),
                         options_.system,
                         {},
                         0};
      for (; begin < samples.size(); ++begin) {
        result.samples.push_back(result_sample(samples[begin]));
        result.seconds += samples[begin].ns;
      }
      timed_ns += result.seconds;
      fresh.push_back(std::move(result));
    }
    ++series_index;  // the empty brick
  }
  const double wall_seconds = static_cast<double>(measured.bricks_ns - handed_out_ns_) / 1e9;
  for (BrickResult& result : fresh) result.seconds *= wall_seconds / timed_ns;
  handed_out_ns_ = measured.bricks_ns;
  return fresh;
}

void CarouselBricks::fill(const Carousel& carousel, const SessionOptions& options,
                          const std::shared_ptr<Buffers>& buffers, Clock& clock) {
  const std::size_t first = benchmarks_.size();
  std::vector<TeamRunnable*> runnables;
  std::vector<std::size_t> entries;
  ArenaPlaces places;
  for (std::size_t i = 0; i < carousel.members.size(); ++i) {
    const CarouselMember& member = carousel.members[i];
    const std::size_t index = benchmarks_.size();
    const std::size_t place = places.next(plans_[index]->arena_bytes, member.activation_bytes);
    benchmarks_.push_back(make_benchmark(member.id, plans_[index], copies_[index], options.engine, *pool_,
                                         buffers, place, *restorer_));
    const std::size_t runs = runs_per_turn(carousel, member);
    runnables.insert(runnables.end(), runs, benchmarks_.back().run.get());
    entries.insert(entries.end(), runs, i);
  }
  const std::uint64_t bytes = filled_bytes_[turns_.size()];
  for (std::size_t i = 0; bytes > 0 && i < runnables.size(); ++i)
    runnables[i] = &filled_.emplace_back(*runnables[i], piece_of(filler_, bytes, i, runnables.size()));
  entries.push_back(carousel.members.size());
  runnables.push_back(&empty_);
  runnables.push_back(&reference_);
  if (busy_)
    busy_turns_.push_back(
        busy_->turn(std::span(benchmarks_).subspan(first), entries, {filler_, bytes}, clock));
  turns_.emplace_back(clock, options.engine.threads, std::move(runnables));
  entries_.push_back(std::move(entries));
}

// Only `context` depends on what a turn goes over.
void CarouselBricks::make_filler(std::size_t last_level_bytes) {
  const auto packed_bytes = [&](BenchmarkId id) {
    return static_cast<std::uint64_t>(plan_benchmark(suite_, id, options_.engine)->packed_bytes);
  };
  for (const Carousel& carousel : carousels_)
    filled_bytes_.push_back(options_.cache == CacheState::context
                                ? bytes_to_fill(suite_, carousel, last_level_bytes, packed_bytes)
                                : 0);
  filler_ = filler_memory(*std::max_element(filled_bytes_.begin(), filled_bytes_.end()));
}

std::size_t CarouselBricks::largest_arena() const {
  std::size_t bytes = 0;
  for (const Carousel& carousel : carousels_)
    for (const CarouselMember& member : carousel.members)
      bytes = std::max(bytes, static_cast<std::size_t>(member.activation_bytes));
  return bytes;
}

// Decides how many weight copies every member gets; returns the bytes that all take.
std::size_t CarouselBricks::count_copies(std::size_t last_level_bytes) {
  std::size_t all = 0;
  auto plan = plans_.begin();
  auto filled = filled_bytes_.begin();
  for (const Carousel& carousel : carousels_) {
    std::size_t turn_bytes = *filled++;
    for (std::size_t i = 0; i < carousel.members.size(); ++i)
      turn_bytes += plan[static_cast<std::ptrdiff_t>(i)]->packed_bytes;
    for (const CarouselMember& member : carousel.members) {
      copies_.push_back(copies_to_hold(carousel, member, turn_bytes, last_level_bytes));
      all += WeightPool::bytes_for((*plan++)->packed_bytes, copies_.back());
    }
  }
  return all;
}

BrickReport CarouselBricks::report_of(const Carousel& carousel, const CarouselMember& member,
                                      const Plan& plan, const Series& series) const {
  const Brick& brick = suite_.bricks[member.id.brick];
  BrickReport report;
  report.text = brick.text;
  report.variant = variant_text(brick.variants[member.id.variant].context);
  report.name = report.text + " @ " + report.variant;
  report.swept_bytes = swept_bytes(carousel, member);
  report.operators = operators_text(plan);
  report.algorithm = algorithm_text(plan);
  if (!brick.graph.inputs.empty())
    report.input_shape = to_string(brick.graph.tensor(brick.graph.inputs[0]).shape);
  report.macs = total_macs(brick.graph);
  const std::vector<double> times = times_of(series);
  report.summary = summarise(times);
  report.interval_ns = trimmed_mean_interval(times);
  report.samples = series.samples;
  report.discarded = series.discarded;
  return report;
}

}  // namespace bricks
