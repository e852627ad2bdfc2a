// The memory that plans of the zoo's models take, at their real input sizes.
#include "bench/zoo/zoo.hpp"
#include "engine/plan/plan.hpp"
#include "tests/support/kernel_test.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// The steps between which a tensor is wanted, from the graph alone. Inputs stay, so that a plan can run
// again.
struct Lifetime {
  std::size_t first = 0, last = 0;
};

std::vector<Lifetime> lifetimes(const Plan& plan) {
  const Graph& graph = plan.graph;
  std::vector<std::size_t> step_of(graph.layers.size());
  for (std::size_t step = 0; step < plan.units.size(); ++step)
    for (const LayerId layer : plan.units[step].unit.layers) step_of[static_cast<std::size_t>(layer)] = step;
  std::vector<Lifetime> all(graph.tensors.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Tensor& tensor = graph.tensors[i];
    if (tensor.producer != no_layer) all[i].first = step_of[static_cast<std::size_t>(tensor.producer)];
    all[i].last = all[i].first;
    for (const LayerId layer : tensor.consumers)
      all[i].last = std::max(all[i].last, step_of[static_cast<std::size_t>(layer)]);
  }
  for (const auto* kept : {&graph.inputs, &graph.outputs})
    for (const TensorId id : *kept) all[static_cast<std::size_t>(id)].last = plan.units.size();
  return all;
}

// Tensors that share memory, views and sums in place, count once.
std::size_t bytes_alive(const Plan& plan, const std::vector<Lifetime>& lifetimes, std::size_t step) {
  std::vector<std::pair<std::size_t, std::size_t>> pieces;
  for (std::size_t i = 0; i < lifetimes.size(); ++i)
    if (plan.places[i].bytes > 0 && lifetimes[i].first <= step && step <= lifetimes[i].last)
      pieces.emplace_back(plan.places[i].offset, plan.places[i].offset + plan.places[i].bytes);
  std::ranges::sort(pieces);
  std::size_t alive = 0, end = 0;
  for (const auto& [from, to] : pieces) {
    alive += to > end ? to - std::max(from, end) : 0;
    end = std::max(end, to);
  }
  return alive;
}

std::size_t most_bytes_alive(const Plan& plan) {
  const std::vector<Lifetime> all = lifetimes(plan);
  std::size_t most = 0;
  for (std::size_t step = 0; step < plan.units.size(); ++step)
    most = std::max(most, bytes_alive(plan, all, step));
  return most;
}

}  // namespace

TEST_CASE("no model's arena is above 1.15 of the largest set of tensors alive together") {
  for (const zoo::Entry& entry : test::some_of(zoo::entries())) {
    const Graph graph = zoo::build(entry);
    for (const Execution execution : {Execution::layerwise, Execution::fused})
      for (const IsaInfo& isa : isa_list) {
        if (!isa_supported(isa.isa)) continue;
        const Plan plan = make_plan(graph, {.isa = isa.isa, .execution = execution});
        const std::size_t alive = most_bytes_alive(plan);
        INFO(entry.file << ", " << execution_name(execution) << ", " << isa.name << ": arena "
                        << plan.arena_bytes << ", alive " << alive);
        CHECK(plan.arena_bytes >= alive);
        CHECK(static_cast<double>(plan.arena_bytes) <= 1.15 * static_cast<double>(alive));
      }
  }
}
