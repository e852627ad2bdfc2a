// Face alignment: Bulat and Tzimiropoulos 2017 (https://arxiv.org/abs/1703.07332): four hourglasses of four
// levels, with the average pooling of their PyTorch version. Identity layers are the skips that the original
// names.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value fan_bn_relu(Net& net, Value x) { return net.relu(net.batch_norm(x, 1e-5F, 0.1F)); }

Value fan_conv(Net& net, Value x, std::int64_t channels, Extent kernel) {
  return net.conv(fan_bn_relu(net, x), channels, {kernel, 1, half(kernel)}, Bias::no);
}

// `widens` when x has other than `channels` channels.
Value fan_block(Net& net, Value x, std::int64_t channels, bool widens = false) {
  const Value a = fan_conv(net, x, channels / 2, 3);
  const Value a_skip = net.identity(a);
  const Value b = fan_conv(net, a, channels / 4, 3);
  const Value b_skip = net.identity(b);
  const Value c = fan_conv(net, b, channels / 4, 3);
  const Value y = net.concat({a_skip, net.concat({b_skip, c})});
  return net.total({y, widens ? fan_conv(net, x, channels, 1) : net.identity(x)});
}

Value fan_hourglass(Net& net, Value x, int level) {
  const Value upper = fan_block(net, x, 256);
  Value lower = fan_block(net, net.average_pool(x, {2, 2}), 256);
  lower = level > 1 ? fan_hourglass(net, lower, level - 1) : fan_block(net, lower, 256);
  return net.total({upper, net.upsample(fan_block(net, lower, 256))});
}

}  // namespace

void fan(Net& net) {
  constexpr int stages = 4;
  constexpr std::int64_t landmarks = 68;
  Value x = fan_bn_relu(net, net.conv(net.identity(net.image(3, 256)), 64, {7, 2, 3}));
  x = net.average_pool(fan_block(net, x, 128, true), {2, 2});
  x = fan_block(net, fan_block(net, x, 128), 256, true);
  for (int stage = 1; stage <= stages; ++stage) {
    const Value y = fan_bn_relu(net, net.conv(fan_block(net, fan_hourglass(net, x, 4), 256), 256, {1}));
    if (stage == stages) {
      net.conv(y, fixed(landmarks), {1});
    } else {
      const Value again = net.conv(y, 256, {1});
      const Value heat_maps = net.conv(y, fixed(landmarks), {1});
      x = net.total({x, again, net.conv(heat_maps, 256, {1})});
    }
  }
}

}  // namespace bricks::zoo
