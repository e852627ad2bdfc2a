// Sandler et al. 2018 (https://arxiv.org/abs/1801.04381), width 1.4, with the class count of TensorFlow-slim.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

struct Stage {
  std::int64_t channels;
  int blocks;
  std::int64_t stride;
};

Value mobilenet_conv_bn(Net& net, Value x, Channels channels, const Convolution& how) {
  return net.batch_norm(net.conv(x, channels, how, Bias::no), 1e-3F);
}

// Strided convolutions pad two cells, at the bottom and at the right.
Pads pads(std::int64_t stride) { return stride == 2 ? Pads{0, 0, 2, 2} : Pads{1}; }

Value depthwise(Net& net, Value x, std::int64_t stride) {
  const Channels all = fixed(net.channels(x));
  return net.relu6(mobilenet_conv_bn(net, x, all, {3, stride, pads(stride), 1, all}));
}

Value inverted_residual(Net& net, Value x, std::int64_t channels, std::int64_t stride, bool residual) {
  Value y = net.relu6(mobilenet_conv_bn(net, x, fixed(6 * net.channels(x)), {1}));
  y = mobilenet_conv_bn(net, depthwise(net, y, stride), channels, {1});
  return residual ? net.add(x, y) : y;
}

}  // namespace

void mobilenet_v2(Net& net) {
  Value x = net.relu6(mobilenet_conv_bn(net, net.image(3, 224), 48, {3, 2, pads(2)}));
  x = mobilenet_conv_bn(net, depthwise(net, x, 1), 24, {1});
  for (const Stage& stage : {Stage{32, 2, 2}, Stage{48, 3, 2}, Stage{88, 4, 2}, Stage{136, 3, 1},
                             Stage{224, 3, 2}, Stage{448, 1, 1}})
    for (int i = 0; i < stage.blocks; ++i)
      x = inverted_residual(net, x, stage.channels, i == 0 ? stage.stride : 1, i > 0);
  x = net.relu6(mobilenet_conv_bn(net, x, 1792, {1}));
  x = net.conv(net.average_pool(x, {net.extent(x)}), fixed(1001), {1});
  net.softmax(net.reshape(x, {1001}), 0);
}

}  // namespace bricks::zoo
