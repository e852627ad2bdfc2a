// Wolfram ImageIdentify V1: of the Inception-BN type (Ioffe and Szegedy 2015,
// https://arxiv.org/abs/1502.03167). Whether its convolutions have biases is not recorded; they are given
// one.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

enum class Pool : std::uint8_t { average, max };

struct IdentifyModule {
  std::int64_t single, reduce3, conv3, reduce5, conv5;
  Pool pool;
  std::int64_t projection;
};

Value identify_unit(Net& net, Value x, std::int64_t channels, const Convolution& how) {
  return net.relu(net.batch_norm(net.conv(x, channels, how), 1.00001e-5F));
}

Value identify_inception(Net& net, Value x, const IdentifyModule& m) {
  const Value a = identify_unit(net, x, m.single, {1});
  const Value b = identify_unit(net, identify_unit(net, x, m.reduce3, {1}), m.conv3, {3, 1, 1});
  const Value c = identify_unit(
      net, identify_unit(net, identify_unit(net, x, m.reduce5, {1}), m.conv5, {3, 1, 1}), m.conv5, {3, 1, 1});
  const Pooling window{3, 1, 1};
  const Value pooled = m.pool == Pool::average ? net.average_pool(x, window) : net.max_pool(x, window);
  return net.concat({a, b, c, identify_unit(net, pooled, m.projection, {1})});
}

struct Reduction {
  std::int64_t reduce3, conv3, reduce5, conv5;
};

Value reduction(Net& net, Value x, const Reduction& m) {
  const Value b = identify_unit(net, identify_unit(net, x, m.reduce3, {1}), m.conv3, {3, 2, 1});
  const Value c = identify_unit(
      net, identify_unit(net, identify_unit(net, x, m.reduce5, {1}), m.conv5, {3, 1, 1}), m.conv5, {3, 2, 1});
  return net.concat({b, c, net.max_pool(x, {3, 2, 1})});
}

}  // namespace

void imageidentify(Net& net) {
  Value x = net.max_pool(identify_unit(net, net.image(3, 224), 64, {7, 2, 3}), {3, 2});
  x = net.max_pool(identify_unit(net, identify_unit(net, x, 64, {1}), 192, {3, 1, 1}), {3, 2});
  x = identify_inception(net, x, {64, 64, 64, 64, 96, Pool::average, 32});
  x = identify_inception(net, x, {64, 64, 96, 64, 96, Pool::average, 64});
  x = reduction(net, x, {128, 160, 64, 96});
  x = identify_inception(net, x, {224, 64, 96, 96, 128, Pool::average, 128});
  x = identify_inception(net, x, {192, 96, 128, 96, 128, Pool::average, 128});
  x = identify_inception(net, x, {160, 128, 160, 128, 160, Pool::average, 128});
  x = identify_inception(net, x, {96, 128, 192, 160, 192, Pool::average, 128});
  x = reduction(net, x, {128, 192, 192, 256});
  x = identify_inception(net, x, {352, 192, 320, 160, 224, Pool::average, 128});
  x = identify_inception(net, x, {352, 192, 320, 192, 224, Pool::max, 128});
  net.softmax_linear(net.average_pool(x, {net.extent(x)}), 4315);
}

}  // namespace bricks::zoo
