// Volumetric face reconstruction: Jackson et al. 2017 (https://arxiv.org/abs/1703.07834), the unguided
// network. Its hourglasses recur in the branch at full resolution. Whether its convolutions have biases is
// not recorded; they are given one.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value vrn_bn_relu(Net& net, Value x) { return net.relu(net.batch_norm(x, 1e-5F, 0.1F)); }

// `widens` when x has other than `channels` channels.
Value vrn_block(Net& net, Value x, std::int64_t channels, bool widens = false) {
  Value y = net.conv(vrn_bn_relu(net, x), channels / 2, {1});
  y = net.conv(vrn_bn_relu(net, y), channels / 2, {3, 1, 1});
  y = net.conv(vrn_bn_relu(net, y), channels, {1});
  return net.total({y, widens ? net.conv(x, channels, {1}) : net.identity(x)});
}

Value blocks(Net& net, Value x, int count) {
  for (int i = 0; i < count; ++i) x = vrn_block(net, x, 256);
  return x;
}

Value vrn_hourglass(Net& net, Value x, int level) {
  Value upper = blocks(net, x, 3);
  if (level > 1) upper = vrn_block(net, vrn_hourglass(net, upper, level - 1), 256);
  const Value lower = blocks(net, net.max_pool(x, {2, 2}), level > 1 ? 6 : 9);
  return net.total({upper, net.upsample(lower)});
}

Value vrn_unit(Net& net, Value x) { return vrn_bn_relu(net, net.conv(x, 256, {1})); }

}  // namespace

void vrn(Net& net) {
  constexpr std::int64_t slices = 200;
  const Value image = net.image(3, 192);
  Value x = vrn_bn_relu(net, net.conv(image, 64, {7, 2, 3}));
  x = net.max_pool(vrn_block(net, x, 128, true), {2, 2});
  x = vrn_block(net, vrn_block(net, x, 128), 256, true);
  for (int i = 0; i < 2; ++i) {
    const Value kept = net.identity(x);
    x = vrn_block(net, vrn_hourglass(net, x, 4), 256);
    x = net.total({kept, vrn_unit(net, vrn_unit(net, x))});
  }
  x = net.conv(vrn_unit(net, x), fixed(slices), {1});
  net.sigmoid(net.resize_bilinear(x, net.extent(image)));
}

}  // namespace bricks::zoo
