// The benchmarks of a suite, planned and with weights, ready to be timed. Nothing here has seen a model.
#pragma once

#include "bench/measure/brick_run.hpp"
#include "bench/measure/restorer.hpp"
#include "decompose/suite/suite.hpp"
#include "engine/plan/arena.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace bricks {

struct Host;

// What bricks find on a machine: of the last level what is its own (own_last_level_bytes).
CacheSizes cache_sizes(const Host& host);

struct EngineOptions {
  Isa isa = Isa::sse42;
  Execution execution = Execution::fused;
  int threads = 1;
  std::uint64_t seed = 1;                          // of synthetic weights
  bool strict = false;                             // as PlanOptions::strict
  std::shared_ptr<const Tuning> tuning = nullptr;  // as PlanOptions::tuning
};

PlanOptions plan_options(const EngineOptions& options);

// A brick in one of its variants: Suite::bricks[brick].variants[variant].
struct BenchmarkId {
  std::uint32_t brick = 0, variant = 0;
  auto operator<=>(const BenchmarkId&) const = default;
};

std::vector<BenchmarkId> all_benchmarks(const Suite& suite);

struct Benchmark {
  BenchmarkId id;
  std::shared_ptr<const Plan> plan;
  std::unique_ptr<BrickRun> run;
  BrickPlace place;
};

// Throws Error for a brick that the engine cannot run.
std::shared_ptr<const Plan> plan_benchmark(const Suite& suite, BenchmarkId id, const EngineOptions& options);

// What all need, so that they can share it as the units of a model do; the arena has at least so many bytes.
std::shared_ptr<Buffers> buffers_for(std::span<const std::shared_ptr<const Plan>> plans,
                                     std::size_t arena_bytes, int threads);

// Offset in an arena of so many bytes, at least the plan's own, that brings the plan's first output as near
// as can be to a place of the arena.
std::size_t offset_for_output(const Plan& plan, std::uint64_t output_place, std::size_t arena_bytes);

// Packed weights of all bricks in one block, on huge pages, as a model's are.
class WeightPool {
 public:
  explicit WeightPool(std::size_t bytes) : memory_(bytes) {}
  // What `copies` of so many bytes take.
  static std::size_t bytes_for(std::size_t bytes, std::size_t copies) { return copies * aligned(bytes); }
  // The next ones; all hold the same. No more than the pool was made for.
  std::vector<const std::byte*> add(std::span<const std::byte> packed, std::size_t copies);
  std::span<const std::byte> memory() const { return {memory_.data(), used_}; }

 private:
  Memory memory_;
  std::size_t used_ = 0;
};

// pool has to outlive the benchmark.
Benchmark make_benchmark(BenchmarkId id, std::shared_ptr<const Plan> plan, std::size_t weight_copies,
                         const EngineOptions& options, WeightPool& pool,
                         const std::shared_ptr<Buffers>& buffers, const BrickPlace& place,
                         CacheRestorer& restorer);

// "Conv+Relu": the operators of these layers.
std::string operators_text(const Graph& graph, std::span<const LayerId> layers);
// Of all layers of a graph.
std::string operators_text(const Graph& graph);
// Of a brick, its units apart by ", ".
std::string operators_text(const Plan& plan);
// Algorithms of its units, "" where they have none to choose.
std::string algorithm_text(const Plan& plan);

}  // namespace bricks
