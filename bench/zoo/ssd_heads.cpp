#include "bench/zoo/ssd.hpp"

namespace bricks::zoo {
namespace {

Value convolved(Net& net, Value feature, std::int64_t anchors, std::int64_t values) {
  const Value x = net.conv(feature, fixed(anchors * values), {3, 1, 1});
  const auto [height, width] = net.extent(x);
  return net.reshape(x, {anchors, values, height, width});
}

// [anchor][value][h][w] of every feature map to one list of a box's values.
Value box_joined(Net& net, const std::map<int, Value>& maps) {
  std::vector<Value> lists;
  for (const auto& [number, x] : maps) lists.push_back(net.flatten(net.transpose(x, {2, 3, 0, 1}), 0, 2));
  return net.concat(lists);
}

// Column `index` of the box parameters, and what it means relative to the anchors.
Value centre(Net& net, Value locations, std::int64_t index) {
  return net.constant_plus(net.constant_times(net.part(locations, 1, index)));
}
Value side(Net& net, Value locations, std::int64_t index, float image) {
  return net.affine(net.constant_times(net.scaled_exp(net.part(locations, 1, index))), image);
}

void box_decode(Net& net, Value locations, float image) {
  const std::int64_t boxes = net.shape(locations)[0];
  const Value x = net.affine(centre(net, locations, 0), image);
  const Value width = side(net, locations, 2, image);
  const Value left = net.add_scaled(x, width, -0.5F);
  const Value y = net.affine(centre(net, locations, 1), -image, image);
  const Value height = side(net, locations, 3, image);
  const Value top = net.add_scaled(y, height, -0.5F);
  const Value right = net.add_scaled(x, width, 0.5F);
  const Value bottom = net.add_scaled(y, height, 0.5F);
  const Value corners = net.reshape(net.concat({left, top, right, bottom}), {4, boxes});
  net.reshape(net.transpose(corners, {1, 0}), {boxes, 2, 2});
}

}  // namespace

Value ssd_class_head(Net& net, Value feature, std::int64_t anchors, std::int64_t classes) {
  const Value scores = net.softmax(convolved(net, feature, anchors, classes + 1), 1);
  return net.slice(scores, 1, {{1, classes + 1}});
}

Value ssd_location_head(Net& net, Value feature, std::int64_t anchors) {
  return convolved(net, feature, anchors, 4);
}

void ssd_outputs(Net& net, const SsdHeads& heads, float image) {
  box_joined(net, heads.classes);
  box_decode(net, box_joined(net, heads.locations), image);
}

}  // namespace bricks::zoo
