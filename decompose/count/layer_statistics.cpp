#include "decompose/count/layer_statistics.hpp"

#include "decompose/identity/layer_words.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace bricks {

void LayerStatistics::add(const std::string& model, const Graph& graph) {
  ModelLayers counts;
  counts.model = model;
  counts.layers = graph.layers.size();
  std::unordered_set<std::uint32_t> seen;
  std::vector<std::uint64_t> words;
  for (const Layer& layer : graph.layers) {
    words.clear();
    append_layer_words(graph, layer, words);
    TypeCount& type = counts.types[std::string(layer.op->type())];
    ++type.layers;
    ++(seen.insert(interner_.intern(words).id).second ? type.unique : type.repeated);
  }
  counts.unique.assign(seen.begin(), seen.end());
  std::sort(counts.unique.begin(), counts.unique.end());
  layers_ += counts.layers;
  models_.push_back(std::move(counts));
}

double LayerStatistics::jaccard(std::size_t model, std::size_t other) const {
  const std::vector<std::uint32_t>&a = models_[model].unique, &b = models_[other].unique;
  std::vector<std::uint32_t> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const std::size_t either = a.size() + b.size() - both.size();
  return either == 0 ? 1.0 : static_cast<double>(both.size()) / static_cast<double>(either);
}

}  // namespace bricks
