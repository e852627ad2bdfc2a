#include "bench/session/benchmarks.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <cstring>

namespace bricks {
namespace {

// One block is packed; the others are the same bytes elsewhere in memory.
std::vector<std::shared_ptr<const Memory>> packed_copies(const Plan& plan, std::size_t count,
                                                         std::uint64_t seed) {
  std::vector<std::shared_ptr<const Memory>> copies{pack_weights(plan, *synthetic_weights(seed))};
  while (copies.size() < count && plan.packed_bytes > 0) {
    auto copy = std::make_shared<Memory>(plan.packed_bytes);
    std::memcpy(copy->data(), copies.front()->data(), plan.packed_bytes);
    copies.push_back(std::move(copy));
  }
  return copies;
}

template <class Text>
std::string joined(const Plan& plan, const char* between, Text text) {
  std::string all;
  for (const PlannedUnit& unit : plan.units) {
    const std::string piece = text(unit);
    if (!piece.empty()) all += (all.empty() ? "" : between) + piece;
  }
  return all;
}

}  // namespace

std::vector<BenchmarkId> all_benchmarks(const Suite& suite) {
  std::vector<BenchmarkId> ids;
  for (std::uint32_t brick = 0; brick < suite.bricks.size(); ++brick)
    for (std::uint32_t variant = 0; variant < suite.bricks[brick].variants.size(); ++variant)
      ids.push_back({brick, variant});
  return ids;
}

std::shared_ptr<const Plan> plan_benchmark(const Suite& suite, BenchmarkId id, const EngineOptions& options) {
  const Brick& brick = suite.bricks[id.brick];
  return within("brick " + brick.text, [&] {
    return std::make_shared<const Plan>(make_plan(brick.graph,
                                                  {.isa = options.isa, .execution = options.execution},
                                                  brick.variants[id.variant].context));
  });
}

std::shared_ptr<Buffers> buffers_for(std::span<const std::shared_ptr<const Plan>> plans, int threads) {
  std::size_t arena = 0, shared = 0, scratch = 0;
  for (const auto& plan : plans) {
    arena = std::max(arena, plan->arena_bytes);
    shared = std::max(shared, plan->shared_bytes);
    scratch = std::max(scratch, plan->scratch_bytes);
  }
  return std::make_shared<Buffers>(arena, shared, scratch, threads);
}

Benchmark make_benchmark(BenchmarkId id, std::shared_ptr<const Plan> plan, std::size_t weight_copies,
                         const EngineOptions& options, const std::shared_ptr<Buffers>& buffers,
                         CacheRestorer& restorer) {
  auto copies = packed_copies(*plan, weight_copies, options.seed);
  auto run = std::make_unique<BrickRun>(plan, std::move(copies), options.threads, buffers, restorer);
  return {id, std::move(plan), std::move(run)};
}

std::string operators_text(const Plan& plan) {
  return joined(plan, ", ", [&](const PlannedUnit& unit) {
    std::string text;
    for (const LayerId layer : unit.unit.layers)
      text += (text.empty() ? "" : "+") + std::string(plan.graph.layer(layer).op->type());
    return text;
  });
}

std::string algorithm_text(const Plan& plan) {
  return joined(plan, ", ", [](const PlannedUnit& unit) {
    return std::string(unit.kernel ? unit.kernel->algorithm() : "");
  });
}

}  // namespace bricks
