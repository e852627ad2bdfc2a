// Zhu et al. 2017 (https://arxiv.org/abs/1703.10593): the generator of nine residual blocks, with 32 channels
// at its base. Two of the ten models pad before their strided convolutions by reflection.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value cyclegan_norm(Net& net, Value x) { return net.instance_norm(x, 1e-5F); }
Value norm_relu(Net& net, Value x) { return net.relu(cyclegan_norm(net, x)); }

Value reflected(Net& net, Value x, Channels channels, std::int64_t kernel, std::int64_t stride = 1) {
  return net.conv(net.pad_reflect(x, kernel / 2), channels, {kernel, stride});
}

Value residual(Net& net, Value x) {
  const Value y = norm_relu(net, reflected(net, x, 128, 3));
  return net.total({cyclegan_norm(net, reflected(net, y, 128, 3)), x});
}

// Twice the extent: a transposed convolution without its first row and column.
Value cyclegan_up(Net& net, Value x, std::int64_t channels) {
  x = net.deconv(x, channels, {3, 2});
  const Extent extent = net.extent(x);
  return norm_relu(net, net.slice(x, 1, {{1, extent.height}, {1, extent.width}}));
}

}  // namespace

void cyclegan(Net& net, Downsampling downsampling) {
  Value x = net.affine(net.image(3, 256), 2, -1);
  x = norm_relu(net, reflected(net, x, 32, 7));
  for (std::int64_t channels : {64, 128}) {
    x = downsampling == Downsampling::reflected ? reflected(net, x, channels, 3, 2)
                                                : net.conv(x, channels, {3, 2, 1});
    x = norm_relu(net, x);
  }
  for (int i = 0; i < 9; ++i) x = residual(net, x);
  x = cyclegan_up(net, cyclegan_up(net, x, 64), 32);
  net.scaled_tanh(reflected(net, x, fixed(3), 7));
}

}  // namespace bricks::zoo
