// Parts of SSD: Liu et al. 2016 (https://arxiv.org/abs/1512.02325).
#pragma once

#include "bench/zoo/net.hpp"

#include <map>

namespace bricks::zoo {

// By number of the feature map, from 1, the finest.
struct SsdHeads {
  std::map<int, Value> classes, locations;
};

// Class scores [anchor][class][h][w], without the background; box parameters [anchor][4][h][w].
Value ssd_class_head(Net& net, Value feature, std::int64_t anchors, std::int64_t classes);
Value ssd_location_head(Net& net, Value feature, std::int64_t anchors);

// All heads' scores in one list, and their boxes decoded to corners: the two outputs. image: side in pixels.
void ssd_outputs(Net& net, const SsdHeads& heads, float image);

}  // namespace bricks::zoo
