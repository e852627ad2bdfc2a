// LocationNet (MediaEval 2016), on MXNet's pre-activation ResNet: He et al. 2016
// (https://arxiv.org/abs/1603.05027). Stride 2 in the 3x3 convolution; a projection starts at the first
// activation and stands behind the main branch.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value bn(Net& net, Value x) { return net.batch_norm(x, 2e-5F); }
Value yfcc_bn_relu(Net& net, Value x) { return net.relu(bn(net, x)); }
Value yfcc_conv(Net& net, Value x, std::int64_t channels, const Convolution& how) {
  return net.conv(x, channels, how, Bias::no);
}

Value yfcc_block(Net& net, Value x, std::int64_t width, std::int64_t stride, bool first) {
  const Value start = yfcc_bn_relu(net, x);
  Value y = yfcc_conv(net, start, width, {1});
  y = yfcc_conv(net, yfcc_bn_relu(net, y), width, {3, stride, 1});
  y = yfcc_conv(net, yfcc_bn_relu(net, y), 4 * width, {1});
  return net.add(y, first ? yfcc_conv(net, start, 4 * width, {1, stride}) : x);
}

}  // namespace

void resnet101_yfcc(Net& net) {
  constexpr std::array blocks{3, 4, 23, 3};
  Value x = yfcc_conv(net, bn(net, net.image(3, 224)), 64, {7, 2, 3});
  x = net.max_pool(yfcc_bn_relu(net, x), {3, 2, 1});
  std::int64_t width = 64;
  for (std::size_t stage = 0; stage < blocks.size(); ++stage, width *= 2)
    for (int i = 0; i < blocks[stage]; ++i)
      x = yfcc_block(net, x, width, stage > 0 && i == 0 ? 2 : 1, i == 0);
  net.softmax_linear(net.global_mean(yfcc_bn_relu(net, x)), 15527);
}

}  // namespace bricks::zoo
