// YOLO V2: Redmon and Farhadi 2016 (https://arxiv.org/abs/1612.08242). Outputs: class scores, objectness and
// boxes of every anchor in every cell.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

constexpr std::int64_t anchors = 5, object_classes = 80;

// Channels and kernel of one convolution after the other.
struct Unit {
  std::int64_t channels, kernel;
};

Value units(Net& net, Value x, const std::vector<Unit>& list) {
  for (const auto& [channels, kernel] : list) {
    x = net.conv(x, channels, {kernel, 1, half(kernel)}, Bias::no);
    x = net.leaky_relu(net.batch_norm(x, 1e-6F), 0.1F);
  }
  return x;
}

Value yolo_down(Net& net, Value x) { return net.max_pool(net.pad_zero(x, bottom_right), {2, 2}); }

// Every 2x2 cells become channels.
Value reorganize(Net& net, Value x) {
  const auto [height, width] = net.extent(x);
  const std::int64_t channels = net.channels(x);
  x = net.reshape(x, {channels * height / 4, 2, width, 2});
  return net.reshape(net.transpose(x, {1, 3, 0, 2}), {4 * channels, height / 2, width / 2});
}

// [a][anchor][row][column] to a list of a values a box.
Value boxes(Net& net, Value x) { return net.transpose(net.flatten(x, 1, 3), {1, 0}); }

void head(Net& net, Value x) {
  const auto [height, width] = net.extent(x);
  x = net.transpose(net.reshape(x, {anchors, object_classes + 5, height, width}), {1, 0, 2, 3});
  boxes(net, net.softmax(net.slice(x, 0, {{5, object_classes + 5}}), 0));
  net.flatten(net.sigmoid(net.part(x, 0, 4)));

  const Value centre = net.sigmoid(net.slice(x, 0, {{0, 2}}));
  const Value raw = net.concat({centre, net.slice(x, 0, {{2, 4}})});
  const Value offset = net.slice(raw, 0, {{0, 2}});
  const Value moved = net.total({offset, net.constant({2, anchors, height, width})});
  const Value scale = net.exp(net.slice(raw, 0, {{2, 4}}));
  const Value size = net.multiply(scale, net.constant({2, anchors, height, width}));
  const Value box = net.concat({moved, size});
  boxes(net, net.divide(box, net.constant({4, anchors, height, width})));
}

}  // namespace

void yolo_v2(Net& net) {
  Value x = units(net, net.image(3, 416), {{32, 3}});
  x = units(net, yolo_down(net, x), {{64, 3}});
  x = units(net, yolo_down(net, x), {{128, 3}, {64, 1}, {128, 3}});
  x = units(net, yolo_down(net, x), {{256, 3}, {128, 1}, {256, 3}});
  const Value middle = units(net, yolo_down(net, x), {{512, 3}, {256, 1}, {512, 3}, {256, 1}, {512, 3}});
  const Value fine = reorganize(net, units(net, middle, {{64, 1}}));
  x = units(net, yolo_down(net, middle),
            {{1024, 3}, {512, 1}, {1024, 3}, {512, 1}, {1024, 3}, {1024, 3}, {1024, 3}});
  x = units(net, net.concat({fine, x}), {{1024, 3}});
  head(net, net.conv(x, fixed(anchors * (object_classes + 5)), {1}));
}

}  // namespace bricks::zoo
