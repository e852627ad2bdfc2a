// SqueezeNet 1.1: Iandola et al. 2016 (https://arxiv.org/abs/1602.07360).
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value fire(Net& net, Value x, std::int64_t squeeze, std::int64_t expand) {
  x = net.conv_relu(x, squeeze, {1});
  const Value a = net.conv_relu(x, expand, {1});
  return net.concat({a, net.conv_relu(x, expand, {3, 1, 1})});
}

Value squeezenet_down(Net& net, Value x) { return net.max_pool(net.pad_zero(x, bottom_right), {3, 2}); }

}  // namespace

void squeezenet(Net& net) {
  Value x = net.conv_relu(net.image(3, 227), 64, {3, 2});
  x = net.max_pool(x, {3, 2, 0, Rounding::ceil});
  for (int i = 0; i < 2; ++i) x = fire(net, x, 16, 64);
  x = squeezenet_down(net, x);
  for (int i = 0; i < 2; ++i) x = fire(net, x, 32, 128);
  x = squeezenet_down(net, x);
  for (int i = 0; i < 2; ++i) x = fire(net, x, 48, 192);
  for (int i = 0; i < 2; ++i) x = fire(net, x, 64, 256);
  x = net.conv_relu(net.dropout(x, 0.5F), fixed(1000), {1});
  net.softmax(net.flatten(net.global_mean(x)), 0);
}

}  // namespace bricks::zoo
