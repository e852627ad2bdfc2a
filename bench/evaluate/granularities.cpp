#include "bench/evaluate/granularities.hpp"

#include "decompose/suite/decomposer.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <unordered_map>

namespace bricks {
namespace {

class Union {
 public:
  void add(Granularity& granularity) {
    for (const Brick& brick : granularity.suite.bricks) {
      const std::uint32_t at = place_of(brick);
      std::vector<BenchmarkId> places;
      for (const BrickVariant& variant : brick.variants) places.push_back({at, variant_of(at, variant)});
      granularity.places.push_back(std::move(places));
    }
  }

  Suite finish() { return std::move(all_); }

 private:
  std::uint32_t place_of(const Brick& brick) {
    const auto [known, is_new] = bricks_.try_emplace(brick.text, all_.bricks.size());
    if (is_new) all_.bricks.push_back({brick.text, brick.graph, {}});
    return known->second;
  }

  std::uint32_t variant_of(std::uint32_t brick, const BrickVariant& variant) {
    std::vector<BrickVariant>& known = all_.bricks[brick].variants;
    const std::string text = variant_text(variant.context);
    const auto found = std::ranges::find_if(
        known, [&](const BrickVariant& other) { return variant_text(other.context) == text; });
    const auto at = static_cast<std::uint32_t>(found - known.begin());
    if (found == known.end()) known.push_back({variant.context, {}});
    return at;
  }

  Suite all_;
  std::unordered_map<std::string, std::uint32_t> bricks_;
};

}  // namespace

Granularities cut_at(std::span<const Graph> models, Execution execution, std::span<const std::int64_t> Gs,
                     const std::shared_ptr<const Tuning>& tuning) {
  if (Gs.empty()) throw Error("no granularity is given, expected at least one");
  Granularities granularities;
  Union bricks;
  for (const std::int64_t G : Gs) {
    if (std::ranges::count(Gs, G) > 1) throw Error("G=" + std::to_string(G) + " is given twice");
    Decomposer decomposer({execution, G});
    for (const Graph& model : models) decomposer.add(model.name, model);
    Granularity granularity{G, decomposer.finish(), {}, {}};
    granularity.book = recipe_book(granularity.suite);
    granularity.suite.recipes.clear();
    granularity.suite.tuning = tuning;
    bricks.add(granularity);
    granularities.each.push_back(std::move(granularity));
  }
  granularities.all = bricks.finish();
  granularities.all.options.execution = execution;
  granularities.all.tuning = tuning;
  return granularities;
}

}  // namespace bricks
