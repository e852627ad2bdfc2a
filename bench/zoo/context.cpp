// Multi-scale context aggregation: Yu and Koltun 2016 (https://arxiv.org/abs/1511.07122). Nothing is padded
// in front of the context module, so the image has a border that the output lacks.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value context_convs(Net& net, Value x, std::int64_t channels, int count, std::int64_t dilation = 1) {
  for (int i = 0; i < count; ++i) x = net.conv_relu(x, channels, {3, 1, 0, dilation});
  return x;
}

}  // namespace

void context_camvid(Net& net) {
  constexpr std::int64_t classes = 11;
  const Pooling pooling{2, 2, 0, Rounding::ceil};
  Value x = net.max_pool(context_convs(net, net.image(3, {900, 1100}), 64, 2), pooling);
  x = net.max_pool(context_convs(net, x, 128, 2), pooling);
  x = net.max_pool(context_convs(net, x, 256, 3), pooling);
  x = context_convs(net, context_convs(net, x, 512, 3), 512, 3, 2);
  x = net.dropout(net.conv_relu(x, 4096, {7, 1, 0, 4}), 0.5F);
  x = net.dropout(net.conv_relu(x, 4096, {1}), 0.5F);
  x = net.conv(x, fixed(classes), {1});
  for (std::int64_t dilation : {1, 1, 2, 4, 8, 16, 1})
    x = net.conv_relu(x, fixed(classes), {3, 1, dilation, dilation});
  x = net.conv(x, fixed(classes), {1});
  net.softmax(net.transpose(x, {1, 2, 0}), 2);
}

}  // namespace bricks::zoo
