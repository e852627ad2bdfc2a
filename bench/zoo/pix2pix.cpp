// Isola et al. 2016 (https://arxiv.org/abs/1611.07004): a U-Net of eight halvings, so the image's sides are
// multiples of 256. Batch normalisation over a batch of one became instance normalisation.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value pix2pix_norm(Net& net, Value x) { return net.instance_norm(x, 1e-3F); }
Value pix2pix_down(Net& net, Value x, std::int64_t channels) {
  return net.conv(net.leaky_relu(x, 0.2F), channels, {4, 2, 1});
}
Value pix2pix_up(Net& net, Value x, Channels channels) {
  return net.deconv(net.relu(x), channels, {4, 2, 1});
}

}  // namespace

void pix2pix(Net& net) {
  std::vector<Value> encoded{net.conv(net.affine(net.image(3, 256), 2, -1), 64, {4, 2, 1})};
  for (std::int64_t channels : {128, 256, 512, 512, 512, 512})
    encoded.push_back(pix2pix_norm(net, pix2pix_down(net, encoded.back(), channels)));
  Value x = pix2pix_down(net, encoded.back(), 512);
  constexpr std::array<std::int64_t, 7> decoder{512, 512, 512, 512, 256, 128, 64};
  for (std::size_t i = 0; i < decoder.size(); ++i) {
    x = pix2pix_norm(net, pix2pix_up(net, x, decoder[i]));
    if (i < 3) x = net.dropout(x, 0.5F);
    x = net.concat({x, encoded[decoder.size() - 1 - i]});
  }
  net.scaled_tanh(pix2pix_up(net, x, fixed(3)));
}

}  // namespace bricks::zoo
