// He et al. 2015 (https://arxiv.org/abs/1512.03385): stride 2 in a stage's first 1x1 convolution and in its
// projection, which stands before the main branch. Yahoo's NSFW model is one of half the width with biases.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value resnet_conv_bn(Net& net, Value x, std::int64_t channels, const Convolution& how, Bias bias) {
  return net.batch_norm(net.conv(x, channels, how, bias), 1e-4F);
}

Value resnet_block(Net& net, Value x, std::int64_t width, std::int64_t stride, bool first, Bias bias) {
  const Value shortcut = first ? resnet_conv_bn(net, x, 4 * width, {1, stride}, bias) : x;
  Value y = net.relu(resnet_conv_bn(net, x, width, {1, stride}, bias));
  y = net.relu(resnet_conv_bn(net, y, width, {3, 1, 1}, bias));
  y = resnet_conv_bn(net, y, 4 * width, {1}, bias);
  return net.relu(net.total({shortcut, y}));
}

}  // namespace

void resnet(Net& net, const ResNet& model) {
  Value x = net.relu(resnet_conv_bn(net, net.image(3, 224), 64, {7, 2, 3}, model.first_bias));
  x = net.max_pool(net.pad_zero(x, bottom_right), {3, 2});
  std::int64_t width = model.width;
  for (std::size_t stage = 0; stage < model.blocks.size(); ++stage, width *= 2)
    for (int i = 0; i < model.blocks[stage]; ++i)
      x = resnet_block(net, x, width, stage > 0 && i == 0 ? 2 : 1, i == 0, model.bias);
  x = net.flatten(net.average_pool(x, {net.extent(x), 1, 0, Rounding::ceil}));
  net.softmax_linear(x, model.classes);
}

}  // namespace bricks::zoo
