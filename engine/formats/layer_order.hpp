// The order of layers that a file lists in any order.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace bricks {

// A layer as a file gives it; an empty name is an optional input left out.
struct ListedLayer {
  std::string name;
  std::vector<std::string> inputs, outputs;
};

// Positions of the layers in an order in which all stand behind their producers; among those that may come
// next, the first listed. `defined`: tensors that exist without a layer (inputs, weights). Throws Error for a
// tensor that is defined twice or never, for two layers of one name and for a cycle, naming a layer of it.
std::vector<std::size_t> layer_order(std::span<const ListedLayer> layers,
                                     std::span<const std::string> defined);

}  // namespace bricks
