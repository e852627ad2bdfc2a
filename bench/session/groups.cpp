#include "bench/session/groups.hpp"

#include "bench/report/text.hpp"
#include "bench/session/measure_session.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace bricks {
namespace {

void check_fits(const std::string& model, std::size_t bytes, std::size_t memory) {
  if (bytes <= memory) return;
  throw Error("model " + model + " and its bricks need " + megabytes(static_cast<double>(bytes)) +
              ", --memory allows " + megabytes(static_cast<double>(memory)));
}

}  // namespace

std::vector<MeasuringGroup> plan_groups(const RecipeBook& book, std::span<const std::size_t> model_bytes,
                                        std::size_t memory_bytes) {
  std::vector<std::size_t> order(book.recipes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return model_bytes[a] < model_bytes[b]; });
  std::vector<MeasuringGroup> groups;
  std::set<BenchmarkId> planned;
  std::size_t used = 0;
  for (const std::size_t model : order) {
    check_fits(book.recipes[model].model, model_bytes[model], memory_bytes);
    if (groups.empty() || used + model_bytes[model] > memory_bytes) {
      groups.emplace_back();
      used = 0;
    }
    used += model_bytes[model];
    groups.back().models.push_back(model);
    for (const RecipeStep& step : book.recipes[model].steps) {
      const BenchmarkId id{step.brick, step.variant};
      if (planned.insert(id).second) groups.back().ids.push_back(id);
    }
  }
  return groups;
}

void append(SessionResult& all, SessionResult group) {
  const auto move_behind = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  all.benchmarks += group.benchmarks;
  all.new_benchmarks += group.new_benchmarks;
  move_behind(all.ids, group.ids);
  move_behind(all.bricks, group.bricks);
  move_behind(all.models, group.models);
  move_behind(all.rounds, group.rounds);
  all.reference_ns = group.reference_ns;
  all.empty_ns = group.empty_ns;
  all.brick_seconds += group.brick_seconds;
  all.model_seconds += group.model_seconds;
  all.model_setup_seconds += group.model_setup_seconds;
  all.saved_seconds += group.saved_seconds;
  all.too_noisy = all.too_noisy || group.too_noisy;
  all.interrupted = all.interrupted || group.interrupted;
}

}  // namespace bricks
