#include "decompose/count/sequence_counts.hpp"

#include "decompose/identity/layer_words.hpp"

#include <unordered_set>
#include <vector>

namespace bricks {

SequenceCounts PublishedCounter::add(const Graph& model) {
  const UnitGraph units = cut_into_layers(model);
  std::vector<std::uint64_t> words;
  std::vector<std::uint64_t> layers;
  for (const Layer& layer : model.layers) {
    words.clear();
    append_layer_words(model, layer, words);
    layers.push_back(layers_.intern(words).id);
  }
  SequenceCounts counts;
  counts.layers = layers.size();
  std::unordered_set<std::uint32_t> unique;
  for (const Sequence& sequence : split_model(chain_starts(units, ChainRule::published), granularity_)) {
    unique.insert(sequences_.intern(std::span(layers).subspan(sequence.first, sequence.count)).id);
    ++counts.sequences;
  }
  counts.unique = unique.size();
  total_.layers += counts.layers;
  total_.sequences += counts.sequences;
  total_.unique = sequences_.size();
  return counts;
}

}  // namespace bricks
