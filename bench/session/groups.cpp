#include "bench/session/groups.hpp"

#include "bench/measure/gathering.hpp"
#include "bench/report/text.hpp"
#include "bench/session/measure_session.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace bricks {
namespace {

void check_fits(const std::string& model, std::size_t bytes, std::size_t memory) {
  if (bytes <= memory) return;
  throw Error("model " + model + " and its bricks need " + megabytes(static_cast<double>(bytes)) +
              ", --memory allows " + megabytes(static_cast<double>(memory)));
}

std::size_t largest(std::span<const std::size_t> bytes) {
  return bytes.empty() ? 0 : std::ranges::max(bytes);
}

// Models in this order, apart where memory does not hold the next one too.
std::vector<std::vector<std::size_t>> fitting(const RecipeBook& book, std::span<const std::size_t> models,
                                              std::span<const std::size_t> model_bytes, MemoryBound memory) {
  const std::size_t most = memory.value_or(largest(model_bytes));
  std::vector<std::vector<std::size_t>> groups;
  std::size_t used = 0;
  for (const std::size_t model : models) {
    check_fits(book.recipes[model].model, model_bytes[model], most);
    if (groups.empty() || used + model_bytes[model] > most) {
      groups.emplace_back();
      used = 0;
    }
    used += model_bytes[model];
    groups.back().push_back(model);
  }
  return groups;
}

std::vector<BenchmarkId> benchmarks_of(const RecipeBook& book, std::span<const std::size_t> models) {
  std::set<BenchmarkId> ids;
  for (const std::size_t model : models)
    for (const RecipeStep& step : book.recipes[model].steps) ids.insert({step.brick, step.variant});
  return {ids.begin(), ids.end()};
}

using Measured = std::tuple<BenchmarkId, std::uint64_t, std::string>;

Measured measured(const SessionResult& result, std::size_t index) {
  return {result.ids[index], result.bricks[index].swept_bytes, result.bricks[index].tuned};
}

bool same(const Sample& a, const Sample& b) {
  return a.turn == b.turn && a.position == b.position && a.start_ns == b.start_ns && a.ns == b.ns;
}

// Samples that stand at the beginning of both.
std::size_t common_samples(const BrickReport& a, const BrickReport& b) {
  const auto differ =
      std::mismatch(a.samples.begin(), a.samples.end(), b.samples.begin(), b.samples.end(), same);
  return static_cast<std::size_t>(differ.first - a.samples.begin());
}

// What a store knew of a brick every group has that needs it. It counts once: as often as there are groups it
// would make composed intervals narrower than so few samples are.
void leave_out_reported(const SessionResult& all, SessionResult& group) {
  std::map<Measured, std::size_t> reported;
  for (std::size_t i = 0; i < all.ids.size(); ++i) reported.try_emplace(measured(all, i), i);
  keep_reports(group, [&](std::size_t i) {
    const auto found = reported.find(measured(group, i));
    if (found == reported.end()) return true;
    BrickReport& brick = group.bricks[i];
    const std::size_t common = common_samples(all.bricks[found->second], brick);
    if (common == brick.samples.size()) return false;
    if (common > 0)
      set_samples(brick, {brick.samples.begin() + static_cast<std::ptrdiff_t>(common), brick.samples.end()});
    return true;
  });
}

void count_rounds_from(int first, SessionResult& group) {
  const auto count = [first](std::vector<Sample>& samples) {
    for (Sample& sample : samples) sample.round += first;
  };
  for (BrickReport& brick : group.bricks) {
    count(brick.samples);
    count(brick.busy_samples);
  }
  for (MeasuredModel& model : group.models) count(model.series.samples);
}

// Cores shared a cache in some rounds and none in others: a model and its bricks ran on two machines. Of all
// fifty models nine sessions met both; those were off by 5.8 %, the others by 1.9 (Zen 5, two threads).
bool cores_moved(const SessionResult& result) {
  bool together = false, apart = false;
  for (const RoundRecord& round : result.rounds) {
    const bool known = round.core_line_ns > 0, beyond = share_no_cache(round.core_line_ns);
    together |= known && !beyond;
    apart |= beyond;
  }
  return together && apart;
}

}  // namespace

std::vector<MeasuringGroup> plan_groups(const RecipeBook& book, std::span<const std::size_t> model_bytes,
                                        MemoryBound memory) {
  std::vector<std::size_t> order(book.recipes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return model_bytes[a] < model_bytes[b]; });
  std::vector<MeasuringGroup> groups;
  std::set<BenchmarkId> planned;
  for (auto& models : fitting(book, order, model_bytes, memory)) {
    std::vector<BenchmarkId> ids = benchmarks_of(book, models);
    std::erase_if(ids, [&](const BenchmarkId id) { return !planned.insert(id).second; });
    groups.push_back({std::move(models), std::move(ids)});
  }
  return groups;
}

std::vector<MeasuringGroup> plan_groups_of_models(const Suite& suite, const RecipeBook& book,
                                                  std::span<const std::size_t> model_bytes,
                                                  MemoryBound memory, std::size_t last_level_bytes) {
  std::map<std::uint64_t, std::vector<std::size_t>> of_footprint;
  for (std::size_t model = 0; model < book.recipes.size(); ++model)
    of_footprint[book.recipes[model].footprint.swept_bytes()].push_back(model);
  std::vector<MeasuringGroup> groups;
  for (const auto& [footprint, models] : of_footprint)
    for (const auto& together : fitting(book, models, model_bytes, memory)) {
      const std::vector<BenchmarkId> ids = benchmarks_of(book, together);
      groups.push_back({together, {}, plan_carousels(suite, ids, last_level_bytes, footprint)});
    }
  return groups;
}

bool should_repeat(const SessionResult& result) { return result.disturbed || cores_moved(result); }

std::vector<std::size_t> groups_to_repeat(std::span<const SessionResult> results) {
  std::vector<std::size_t> repeated;
  if (results.size() == 1) return repeated;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (should_repeat(results[i])) repeated.push_back(i);
  return repeated;
}

void keep_better(SessionResult& kept, SessionResult again) {
  const bool moved = cores_moved(kept), moved_again = cores_moved(again);
  const bool better = moved == moved_again ? again.undisturbed_share > kept.undisturbed_share : moved;
  const double brick_seconds = kept.brick_seconds + again.brick_seconds;
  const double model_seconds = kept.model_seconds + again.model_seconds;
  if (again.interrupted || better) kept = std::move(again);
  kept.brick_seconds = brick_seconds;
  kept.model_seconds = model_seconds;
}

void keep_reports(SessionResult& result, const std::function<bool(std::size_t index)>& is_kept) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < result.ids.size(); ++i) {
    if (!is_kept(i)) continue;
    if (kept != i) {
      result.ids[kept] = result.ids[i];
      result.bricks[kept] = std::move(result.bricks[i]);
    }
    ++kept;
  }
  result.ids.resize(kept);
  result.bricks.resize(kept);
}

void append(SessionResult& all, SessionResult group) {
  leave_out_reported(all, group);
  count_rounds_from(static_cast<int>(all.rounds.size()), group);
  const auto move_behind = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  all.fresh.merge(group.fresh);
  move_behind(all.ids, group.ids);
  move_behind(all.bricks, group.bricks);
  move_behind(all.models, group.models);
  move_behind(all.rounds, group.rounds);
  if (group.reference_ns) all.reference_ns = group.reference_ns;
  if (group.empty_ns) all.empty_ns = group.empty_ns;
  all.brick_seconds += group.brick_seconds;
  all.model_seconds += group.model_seconds;
  all.model_setup_seconds += group.model_setup_seconds;
  all.saved_seconds += group.saved_seconds;
  all.too_noisy = all.too_noisy || group.too_noisy;
  all.interrupted = all.interrupted || group.interrupted;
}

}  // namespace bricks
