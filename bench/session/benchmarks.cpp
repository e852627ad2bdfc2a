#include "bench/session/benchmarks.hpp"

#include "bench/host/host.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace bricks {
namespace {

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

CacheSizes cache_sizes(const Host& host) {
  return {own_last_level_bytes(host), usable_last_level_bytes(host), second_level_bytes(host)};
}

PlanOptions plan_options(const EngineOptions& options) {
  return {
      .isa = options.isa, .execution = options.execution, .strict = options.strict, .tuning = options.tuning};
}

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
    return std::make_shared<const Plan>(
        make_plan(brick.graph, plan_options(options), brick.variants[id.variant].context));
  });
}

std::size_t offset_for_output(const Plan& plan, std::uint64_t output_place, std::size_t arena_bytes) {
  const std::size_t own = plan.places[static_cast<std::size_t>(plan.graph.outputs[0])].offset;
  const std::uint64_t offset = output_place > own ? output_place - own : 0;
  const std::size_t room = arena_bytes - plan.arena_bytes;
  return static_cast<std::size_t>(std::min<std::uint64_t>(offset, room)) / memory_alignment *
         memory_alignment;
}

std::shared_ptr<Buffers> buffers_for(std::span<const std::shared_ptr<const Plan>> plans,
                                     std::size_t arena_bytes, int threads) {
  std::size_t arena = arena_bytes, shared = 0, scratch = 0;
  for (const auto& plan : plans) {
    arena = std::max(arena, plan->arena_bytes);
    shared = std::max(shared, plan->shared_bytes);
    scratch = std::max(scratch, plan->scratch_bytes);
  }
  return std::make_shared<Buffers>(arena, shared, scratch, threads);
}

std::vector<const std::byte*> WeightPool::add(std::span<const std::byte> packed, std::size_t copies) {
  std::vector<const std::byte*> places;
  for (std::size_t i = 0; i < copies; ++i) {
    std::byte* place = memory_.data() + used_;
    if (!packed.empty()) std::memcpy(place, packed.data(), packed.size());
    used_ += bytes_for(packed.size(), 1);
    places.push_back(place);
  }
  return places;
}

Benchmark make_benchmark(BenchmarkId id, std::shared_ptr<const Plan> plan, std::size_t weight_copies,
                         const EngineOptions& options, WeightPool& pool,
                         const std::shared_ptr<Buffers>& buffers, const BrickPlace& place,
                         CacheRestorer& restorer) {
  const auto packed = pack_weights(*plan, *synthetic_weights(options.seed));
  auto copies = pool.add({packed->data(), plan->packed_bytes}, weight_copies);
  auto run = std::make_unique<BrickRun>(plan, std::move(copies), options.threads, buffers, place, restorer);
  return {id, std::move(plan), std::move(run), place};
}

std::string operators_text(const Graph& graph, std::span<const LayerId> layers) {
  std::string text;
  for (const LayerId layer : layers)
    text += (text.empty() ? "" : "+") + std::string(graph.layer(layer).op->type());
  return text;
}

std::string operators_text(const Graph& graph) {
  std::vector<LayerId> all(graph.layers.size());
  std::iota(all.begin(), all.end(), LayerId{0});
  return operators_text(graph, all);
}

std::string operators_text(const Plan& plan) {
  return joined(plan, ", ",
                [&](const PlannedUnit& unit) { return operators_text(plan.graph, unit.unit.layers); });
}

std::string algorithm_text(const Plan& plan) {
  return joined(plan, ", ", [](const PlannedUnit& unit) {
    return std::string(unit.kernel ? unit.kernel->algorithm() : "");
  });
}

}  // namespace bricks
