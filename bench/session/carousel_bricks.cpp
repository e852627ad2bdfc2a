#include "bench/session/carousel_bricks.hpp"

#include "bench/host/host.hpp"
#include "engine/tuning/tuning.hpp"

#include <algorithm>

namespace bricks {

CarouselBricks::CarouselBricks(const Suite& suite, std::span<const BenchmarkId> ids,
                               const SessionOptions& options, Clock& clock)
    : suite_(suite),
      options_(options),
      caches_(cache_sizes(describe_host())),
      results_(
          suite, ids, options, caches_.last_level, CarouselResults::Call::part_of_run,
          [this](BenchmarkId id, BrickReport& report) {
            report.operators = operators_text(*plans_.at(id));
            report.algorithm = algorithm_text(*plans_.at(id));
          },
          [this](BenchmarkId id) { return tuned_units(*plan_of(id)); }),
      reference_(options.engine.isa, options.engine.threads),
      watch_(options.engine.isa, std::max(options.engine.threads, options.workers)) {
  restorer_ = make_restorer(options.cache, caches_, options.engine.isa, options.engine.threads);
  for (const auto* carousels : {&results_.carousels(), &results_.known()})
    for (const Carousel& carousel : *carousels)
      for (const CarouselMember& member : carousel.members) plan_of(member.id);
  make_filler();
  pool_ = std::make_unique<WeightPool>(count_copies());
  const auto buffers = shared_buffers();
  if (options.workers > 0)
    busy_ =
        std::make_unique<BusyBricks>(options.workers, options.cache, caches_, *buffers, options.engine.isa);
  for (const Carousel& carousel : results_.carousels()) fill(carousel, options, buffers, clock);
}

std::vector<CarouselSubject> CarouselBricks::subjects() {
  std::vector<CarouselSubject> subjects;
  for (std::size_t i = 0; i < turns_.size(); ++i)
    subjects.push_back({&turns_[i], settling_turns, entries_[i]});
  for (std::size_t i = 0; i < busy_turns_.size(); ++i)
    subjects.push_back({&busy_turns_[i], settling_turns, entries_[i]});
  return subjects;
}

const std::shared_ptr<const Plan>& CarouselBricks::plan_of(BenchmarkId id) {
  std::shared_ptr<const Plan>& plan = plans_[id];
  if (!plan) plan = plan_benchmark(suite_, id, options_.engine);
  return plan;
}

std::shared_ptr<Buffers> CarouselBricks::shared_buffers() {
  std::vector<std::shared_ptr<const Plan>> measured;
  for (const Carousel& carousel : results_.carousels())
    for (const CarouselMember& member : carousel.members) measured.push_back(plan_of(member.id));
  return buffers_for(measured, largest_arena(), options_.engine.threads);
}

void CarouselBricks::fill(const Carousel& carousel, const SessionOptions& options,
                          const std::shared_ptr<Buffers>& buffers, Clock& clock) {
  const std::size_t first = benchmarks_.size();
  std::vector<TeamRunnable*> runnables;
  std::vector<std::size_t> entries;
  const double lost =
      lost_weights_share(carousel, caches_.usable_last_level,
                         caches_.second_level * static_cast<std::size_t>(options.engine.threads));
  for (std::size_t i = 0; i < carousel.members.size(); ++i) {
    const CarouselMember& member = carousel.members[i];
    const auto& plan = plan_of(member.id);
    const std::size_t place = offset_for_output(*plan, member.output_place, buffers->arena.bytes());
    // Within the cache nothing leaves it meanwhile but what outgrows it (Ageing).
    const bool ages_inputs = carousel.beyond_cache;
    benchmarks_.push_back(make_benchmark(member.id, plan, copies_[benchmarks_.size()], options.engine, *pool_,
                                         buffers, {place, member.findings, ages_inputs, lost}, *restorer_));
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
        busy_->turn(std::span(benchmarks_).subspan(first), entries, {filler_, bytes}, clock, &watch_));
  turns_.emplace_back(clock, options.engine.threads, std::move(runnables), &watch_);
  entries_.push_back(std::move(entries));
}

// Only `context` depends on what a turn goes over.
void CarouselBricks::make_filler() {
  const auto packed_bytes = [&](BenchmarkId id) {
    return static_cast<std::uint64_t>(plan_of(id)->packed_bytes);
  };
  for (const Carousel& carousel : results_.carousels())
    filled_bytes_.push_back(options_.cache == CacheState::context
                                ? bytes_to_fill(results_.wholes(), carousel, caches_.last_level, packed_bytes)
                                : 0);
  filler_ = filler_memory(*std::max_element(filled_bytes_.begin(), filled_bytes_.end()));
}

std::size_t CarouselBricks::largest_arena() const {
  std::size_t bytes = 0;
  for (const Carousel& carousel : results_.carousels())
    for (const CarouselMember& member : carousel.members)
      bytes = std::max(bytes, static_cast<std::size_t>(member.activation_bytes));
  return bytes;
}

// Decides how many weight copies every member gets; returns the bytes that all take.
std::size_t CarouselBricks::count_copies() {
  std::size_t all = 0;
  auto filled = filled_bytes_.begin();
  for (const Carousel& carousel : results_.carousels()) {
    std::size_t turn_bytes = *filled++;
    for (const CarouselMember& member : carousel.members) turn_bytes += plan_of(member.id)->packed_bytes;
    for (const CarouselMember& member : carousel.members) {
      copies_.push_back(copies_to_hold(carousel, member, turn_bytes, caches_.last_level));
      all += WeightPool::bytes_for(plan_of(member.id)->packed_bytes, copies_.back());
    }
  }
  return all;
}

}  // namespace bricks
