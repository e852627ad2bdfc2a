// Zagoruyko and Komodakis 2016 (https://arxiv.org/abs/1605.07146): stride 2 in the 3x3 convolution, the
// projection behind the main branch.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value wide_conv_bn(Net& net, Value x, std::int64_t channels, const Convolution& how) {
  return net.batch_norm(net.conv(x, channels, how, Bias::no), 1e-5F, 0.1F);
}

Value wide_block(Net& net, Value x, std::int64_t width, std::int64_t stride, bool first) {
  Value y = net.relu(wide_conv_bn(net, x, width, {1}));
  y = net.relu(wide_conv_bn(net, y, width, {3, stride, 1}));
  y = wide_conv_bn(net, y, 2 * width, {1});
  return net.relu(net.total({y, first ? wide_conv_bn(net, x, 2 * width, {1, stride}) : x}));
}

}  // namespace

void wide_resnet50_2(Net& net) {
  constexpr std::array blocks{3, 4, 6, 3};
  Value x = net.max_pool(net.relu(wide_conv_bn(net, net.image(3, 224), 64, {7, 2, 3})), {3, 2, 1});
  std::int64_t width = 128;
  for (std::size_t stage = 0; stage < blocks.size(); ++stage, width *= 2)
    for (int i = 0; i < blocks[stage]; ++i)
      x = wide_block(net, x, width, stage > 0 && i == 0 ? 2 : 1, i == 0);
  x = net.average_pool(x, {net.extent(x)});
  net.softmax_linear(net.reshape(x, {net.channels(x)}), 1000);
}

}  // namespace bricks::zoo
