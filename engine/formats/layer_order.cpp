#include "engine/formats/layer_order.hpp"

#include "engine/error.hpp"
#include "engine/formats/json.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_set>

namespace bricks {
namespace {

constexpr std::size_t no_producer = static_cast<std::size_t>(-1);
using Producers = std::unordered_map<std::string, std::size_t>;  // tensor -> layer, or no_producer

std::string layer_text(const ListedLayer& layer) { return "layer '" + shortened(layer.name) + "'"; }

void define(Producers& producers, const std::string& tensor, std::size_t layer) {
  if (!producers.emplace(tensor, layer).second)
    throw Error("tensor '" + shortened(tensor) + "' is defined twice, expected once");
}

Producers find_producers(std::span<const ListedLayer> layers, std::span<const std::string> defined) {
  Producers producers;
  std::unordered_set<std::string> names;
  for (const std::string& tensor : defined) define(producers, tensor, no_producer);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (!names.insert(layers[i].name).second)
      throw Error(layer_text(layers[i]) + " stands twice, expected once");
    within(layer_text(layers[i]), [&] {
      for (const std::string& output : layers[i].outputs) define(producers, output, i);
    });
  }
  return producers;
}

// For each layer the layers that produce its inputs.
std::vector<std::vector<std::size_t>> find_sources(std::span<const ListedLayer> layers,
                                                   const Producers& producers) {
  std::vector<std::vector<std::size_t>> sources(layers.size());
  for (std::size_t i = 0; i < layers.size(); ++i)
    for (const std::string& input : layers[i].inputs) {
      if (input.empty()) continue;
      const auto found = producers.find(input);
      if (found == producers.end())
        throw Error(layer_text(layers[i]) + ": found the input '" + shortened(input) +
                    "', expected a graph input, a weight or an output of a layer");
      if (found->second != no_producer) sources[i].push_back(found->second);
    }
  return sources;
}

// A layer that depends on itself: from any layer that could not be placed, backwards along such layers until
// one is met again.
std::size_t layer_in_cycle(const std::vector<std::vector<std::size_t>>& sources,
                           const std::vector<bool>& placed) {
  std::vector<bool> met(placed.size(), false);
  std::size_t layer =
      static_cast<std::size_t>(std::find(placed.begin(), placed.end(), false) - placed.begin());
  while (!met[layer]) {
    met[layer] = true;
    layer = *std::find_if(sources[layer].begin(), sources[layer].end(),
                          [&](std::size_t s) { return !placed[s]; });
  }
  return layer;
}

}  // namespace

std::vector<std::size_t> layer_order(std::span<const ListedLayer> layers,
                                     std::span<const std::string> defined) {
  const auto sources = find_sources(layers, find_producers(layers, defined));
  std::vector<std::vector<std::size_t>> users(layers.size());
  std::vector<std::size_t> waiting(layers.size());  // for so many producers
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    waiting[i] = sources[i].size();
    for (std::size_t source : sources[i]) users[source].push_back(i);
    if (waiting[i] == 0) ready.push(i);
  }
  std::vector<std::size_t> order;
  std::vector<bool> placed(layers.size(), false);
  while (!ready.empty()) {
    const std::size_t next = ready.top();
    ready.pop();
    placed[next] = true;
    order.push_back(next);
    for (std::size_t user : users[next])
      if (--waiting[user] == 0) ready.push(user);
  }
  if (order.size() < layers.size())
    throw Error(layer_text(layers[layer_in_cycle(sources, placed)]) +
                ": found a cycle, expected a graph in which no layer depends on its own output");
  return order;
}

}  // namespace bricks
