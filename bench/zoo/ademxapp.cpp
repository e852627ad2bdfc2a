// Wu, Shen and van den Hengel, "Wider or Deeper" 2016 (https://arxiv.org/abs/1611.10080). Pre-activation
// units without biases; a unit's projection comes from its first activation and stands before the main
// branch.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

struct Level {
  std::int64_t inner, outer;
  int units;
  std::int64_t stride, dilation;
};

Value ademxapp_bn_relu(Net& net, Value x) { return net.relu(net.batch_norm(x, 1.001e-5F)); }

Value ademxapp_conv(Net& net, Value x, std::int64_t channels, const Convolution& how) {
  return net.conv(x, channels, how, Bias::no);
}

Value two_convs(Net& net, Value x, const Level& level, bool first) {
  // The first convolution of a dilated level is not dilated.
  const std::int64_t stride = first ? level.stride : 1, dilation = first ? 1 : level.dilation;
  Value y = ademxapp_bn_relu(net, x);
  const Value shortcut = first ? ademxapp_conv(net, y, level.outer, {1, stride}) : x;
  y = ademxapp_conv(net, y, level.inner, {3, stride, dilation, dilation});
  y = ademxapp_conv(net, ademxapp_bn_relu(net, y), level.outer, {3, 1, level.dilation, level.dilation});
  return net.add(shortcut, y);
}

Value level(Net& net, Value x, const Level& what) {
  for (int i = 0; i < what.units; ++i) x = two_convs(net, x, what, i == 0);
  return x;
}

Value bottleneck(Net& net, Value x, std::int64_t inner, std::int64_t dilation, float dropout) {
  x = ademxapp_bn_relu(net, x);
  const Value shortcut = ademxapp_conv(net, x, 4 * inner, {1});
  x = ademxapp_bn_relu(net, ademxapp_conv(net, x, inner, {1}));
  x = ademxapp_bn_relu(net, ademxapp_conv(net, x, 2 * inner, {3, 1, dilation, dilation}));
  if (dropout > 0) x = net.dropout(x, dropout);
  return net.add(shortcut, ademxapp_conv(net, x, 4 * inner, {1}));
}

}  // namespace

void ademxapp_a(Net& net) {
  Value x = ademxapp_conv(net, net.image(3, 320), 64, {3, 1, 1});
  for (const Level& what : {Level{128, 128, 3, 1, 1}, Level{256, 256, 3, 1, 1}, Level{512, 512, 6, 1, 1},
                            Level{512, 1024, 3, 1, 1}})
    x = level(net, net.max_pool(x, {3, 2, 1}), what);
  x = net.max_pool(x, {3, 2, 1});
  x = bottleneck(net, x, 512, 1, 0);
  x = bottleneck(net, x, 1024, 1, 0);
  net.softmax_linear(net.global_mean(ademxapp_bn_relu(net, x)), 1000);
}

void ademxapp_a1(Net& net, std::int64_t classes) {
  Value x = ademxapp_conv(net, net.image(3, 504), 64, {3, 1, 1});
  for (const Level& what : {Level{128, 128, 3, 2, 1}, Level{256, 256, 3, 2, 1}, Level{512, 512, 6, 2, 1},
                            Level{512, 1024, 3, 1, 2}})
    x = level(net, x, what);
  x = bottleneck(net, x, 512, 4, 0.3F);
  x = bottleneck(net, x, 1024, 4, 0.5F);
  x = net.conv_relu(ademxapp_bn_relu(net, x), 512, {3, 1, 12, 12});
  x = net.conv(x, fixed(classes), {3, 1, 12, 12});
  net.softmax(net.transpose(x, {1, 2, 0}), 2);
}

}  // namespace bricks::zoo
