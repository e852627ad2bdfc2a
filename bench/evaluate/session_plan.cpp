#include "bench/evaluate/session_plan.hpp"

#include "bench/report/text.hpp"
#include "bench/session/groups.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace bricks {
namespace {

bool beyond_cache(const Footprint& footprint, std::size_t last_level_bytes) {
  return footprint.swept_bytes() >= beyond_cache_bytes(last_level_bytes);
}

// Copies of its weights that a brick has on carousels within the cache.
std::size_t copies_within_cache(const BrickVariant& variant, std::size_t last_level_bytes) {
  std::size_t copies = 0;
  for (const Footprint& footprint : variant.footprints)
    if (!beyond_cache(footprint, last_level_bytes))
      copies = std::max(copies, static_cast<std::size_t>(footprint.weight_copies));
  return copies;
}

bool turns_beyond_cache(const BrickVariant& variant, std::size_t last_level_bytes) {
  return variant.footprints.empty() ||
         std::ranges::any_of(variant.footprints, [&](const Footprint& footprint) {
           return beyond_cache(footprint, last_level_bytes);
         });
}

// Fills groups one model after the other.
class GroupPlanner {
 public:
  GroupPlanner(const Granularities& granularities, const EvaluationBytes& bytes, std::size_t last_level_bytes)
      : granularities_(granularities),
        bytes_(bytes),
        last_level_bytes_(last_level_bytes),
        planned_(granularities.each.size()) {}

  void begin_group() { planned_.assign(granularities_.each.size(), {}); }

  // What the model takes besides what is planned already. Beyond the cache a brick is held once whatever the
  // granularity.
  std::size_t bytes_of(std::size_t model) const {
    std::size_t sum = bytes_.models[model];
    std::set<BenchmarkId> beyond;
    for (std::size_t g = 0; g < planned_.size(); ++g)
      for (const BenchmarkId id : new_ids(g, model)) {
        const BenchmarkId place = granularities_.each[g].place(id);
        const BrickVariant& variant = granularities_.each[g].suite.bricks[id.brick].variants[id.variant];
        std::size_t copies = copies_within_cache(variant, last_level_bytes_);
        copies += turns_beyond_cache(variant, last_level_bytes_) && beyond.insert(place).second;
        sum += copies * bytes_.bricks[place.brick][place.variant];
      }
    return sum;
  }

  // What the model that needs most takes in a group of its own. Called before anything is planned.
  std::size_t largest() const {
    std::size_t bytes = 0;
    for (std::size_t model = 0; model < bytes_.models.size(); ++model)
      bytes = std::max(bytes, bytes_of(model));
    return bytes;
  }

  void add(std::size_t model, EvaluationGroup& group) {
    group.models.push_back(model);
    group.ids.resize(planned_.size());
    for (std::size_t g = 0; g < planned_.size(); ++g)
      for (const BenchmarkId id : new_ids(g, model)) {
        planned_[g].insert(id);
        group.ids[g].push_back(id);
      }
  }

  const std::string& name(std::size_t model) const {
    return granularities_.each[0].book.recipes[model].model;
  }

 private:
  std::vector<BenchmarkId> new_ids(std::size_t g, std::size_t model) const {
    std::set<BenchmarkId> mine;
    std::vector<BenchmarkId> ids;
    for (const RecipeStep& step : granularities_.each[g].book.recipes[model].steps) {
      const BenchmarkId id{step.brick, step.variant};
      if (!planned_[g].contains(id) && mine.insert(id).second) ids.push_back(id);
    }
    return ids;
  }

  const Granularities& granularities_;
  const EvaluationBytes& bytes_;
  std::size_t last_level_bytes_;
  std::vector<std::set<BenchmarkId>> planned_;  // in this group, of each granularity
};

bool same_members(const Carousel& a, const Carousel& b) {
  return a.swept_bytes == b.swept_bytes &&
         std::ranges::equal(a.members, b.members, [](const CarouselMember& x, const CarouselMember& y) {
           return x.id == y.id && x.weight_copies == y.weight_copies;
         });
}

void join(Carousel& beyond, const Carousel& carousel) {
  beyond.swept_bytes = carousel.swept_bytes;
  for (const CarouselMember& member : carousel.members)
    if (std::ranges::find(beyond.members, member.id, &CarouselMember::id) == beyond.members.end())
      beyond.members.push_back(member);
}

}  // namespace

EvaluationBytes plan_bytes(const Granularities& granularities, std::span<const Graph> models,
                           const EngineOptions& engine) {
  EvaluationBytes bytes;
  for (const Graph& model : models) {
    const Plan plan = within("model " + model.name, [&] { return make_plan(model, plan_options(engine)); });
    bytes.models.push_back(plan.packed_bytes + 2 * plan.arena_bytes);
  }
  for (std::uint32_t brick = 0; brick < granularities.all.bricks.size(); ++brick) {
    std::vector<std::size_t> variants;
    for (std::uint32_t variant = 0; variant < granularities.all.bricks[brick].variants.size(); ++variant)
      variants.push_back(plan_benchmark(granularities.all, {brick, variant}, engine)->packed_bytes);
    bytes.bricks.push_back(std::move(variants));
  }
  return bytes;
}

std::vector<EvaluationGroup> plan_groups(const Granularities& granularities, const EvaluationBytes& bytes,
                                         MemoryBound memory, std::size_t last_level_bytes) {
  const auto footprint = [&](std::size_t model) {
    return granularities.each.front().book.recipes[model].footprint.swept_bytes();
  };
  std::vector<std::size_t> order(bytes.models.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, {}, [&](std::size_t model) { return std::pair(footprint(model), bytes.models[model]); });
  std::vector<EvaluationGroup> groups;
  GroupPlanner planner(granularities, bytes, last_level_bytes);
  const std::size_t most = memory ? *memory : planner.largest();
  std::size_t used = 0;
  for (const std::size_t model : order) {
    if (groups.empty() || footprint(groups.back().models.back()) != footprint(model) ||
        used + planner.bytes_of(model) > most) {
      planner.begin_group();
      groups.emplace_back();
      used = 0;
    }
    used += planner.bytes_of(model);
    if (used > most)
      throw Error("model " + planner.name(model) + " and its bricks need " +
                  megabytes(static_cast<double>(used)) + ", --memory allows " +
                  megabytes(static_cast<double>(most)) + "; fewer granularities at once need less");
    planner.add(model, groups.back());
  }
  return groups;
}

std::vector<Carousel> plan_carousels(const Granularities& granularities, const EvaluationGroup& group,
                                     std::size_t last_level_bytes) {
  const Recipe& model = granularities.each.front().book.recipes[group.models.front()];
  std::vector<Carousel> carousels;
  Carousel beyond;
  for (std::size_t g = 0; g < group.ids.size(); ++g) {
    const Granularity& granularity = granularities.each[g];
    for (Carousel& carousel :
         plan_carousels(granularity.suite, group.ids[g], last_level_bytes, model.footprint.swept_bytes())) {
      for (CarouselMember& member : carousel.members) member.id = granularity.place(member.id);
      std::ranges::sort(carousel.members, {}, &CarouselMember::id);
      if (carousel.beyond_cache)
        join(beyond, carousel);
      else if (std::ranges::none_of(carousels, [&](const Carousel& c) { return same_members(c, carousel); }))
        carousels.push_back(std::move(carousel));
    }
  }
  std::ranges::stable_sort(carousels, {}, &Carousel::swept_bytes);
  if (!beyond.members.empty()) carousels.push_back(std::move(beyond));
  return carousels;
}

void keep_first_reports(SessionResult& session) {
  std::set<std::pair<BenchmarkId, std::uint64_t>> seen;
  keep_reports(session, [&](std::size_t i) {
    return seen.insert({session.ids[i], session.bricks[i].swept_bytes}).second;
  });
}

}  // namespace bricks
