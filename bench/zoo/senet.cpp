// SENet-154: Hu et al. 2017 (https://arxiv.org/abs/1709.01507): blocks of 64 groups, gated by their own
// channel means.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value senet_conv_bn(Net& net, Value x, std::int64_t channels, const Convolution& how) {
  return net.batch_norm(net.conv(x, channels, how, Bias::no), 1e-4F);
}
Value senet_unit(Net& net, Value x, std::int64_t channels, const Convolution& how) {
  return net.relu(senet_conv_bn(net, x, channels, how));
}

Value gated(Net& net, Value x, std::int64_t channels) {
  Value gate = net.relu(net.linear(net.global_mean(x), channels / 16));
  gate = net.sigmoid(net.linear(gate, channels));
  const Extent extent = net.extent(x);
  return net.multiply(x, net.replicate(gate, 1, {extent.height, extent.width}));
}

Value senet_block(Net& net, Value x, std::int64_t channels, std::int64_t stride, Value shortcut) {
  Value y = senet_unit(net, x, channels / 2, {1});
  y = senet_unit(net, y, channels, {3, stride, 1, 1, 64});
  y = senet_conv_bn(net, y, channels, {1});
  return net.relu(net.total({gated(net, y, channels), shortcut}));
}

}  // namespace

void senet154(Net& net) {
  constexpr std::array blocks{3, 8, 36, 3};
  Value x = senet_unit(net, net.image(3, 224), 64, {3, 2, 1});
  x = senet_unit(net, senet_unit(net, x, 64, {3, 1, 1}), 128, {3, 1, 1});
  x = net.max_pool(net.pad_zero(x, bottom_right), {3, 2});
  std::int64_t channels = 256;
  for (std::size_t stage = 0; stage < blocks.size(); ++stage, channels *= 2) {
    // The first projection is 1x1, the others stride with 3x3.
    const Convolution projection = stage == 0 ? Convolution{1} : Convolution{3, 2, 1};
    x = senet_block(net, x, channels, stage == 0 ? 1 : 2, senet_conv_bn(net, x, channels, projection));
    for (int i = 1; i < blocks[stage]; ++i) x = senet_block(net, x, channels, 1, x);
  }
  x = net.dropout(net.average_pool(x, {net.extent(x), 1, 0, Rounding::ceil}), 0.2F);
  net.softmax_linear(net.flatten(x), 1000);
}

}  // namespace bricks::zoo
