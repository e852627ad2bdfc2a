// Iizuka, Simo-Serra and Ishikawa 2016, "Let there be Color!": local and global features of one image,
// joined. Both branches start with the same stack of convolutions, each with weights of its own.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value low_level(Net& net, Value x) {
  x = net.conv_relu(x, 64, {3, 2, 1});
  x = net.conv_relu(x, 128, {3, 1, 1});
  x = net.conv_relu(x, 128, {3, 2, 1});
  x = net.conv_relu(x, 256, {3, 1, 1});
  x = net.conv_relu(x, 256, {3, 2, 1});
  return net.conv_relu(x, 512, {3, 1, 1});
}

Value global_features(Net& net, Value image) {
  Value x = low_level(net, net.resize_bilinear(image, net.extent(image)));
  for (std::int64_t stride : {2, 1, 2, 1}) x = net.conv_relu(x, 512, {3, stride, 1});
  x = net.flatten(x);
  for (std::int64_t features : {1024, 512, 256}) x = net.relu(net.linear(x, features));
  return x;
}

}  // namespace

void colornet(Net& net, Extent fusion) {
  const Value image = net.image(1, 224);
  Value x = net.conv_relu(low_level(net, image), 512, {3, 1, 1});
  x = net.conv_relu(x, 256, {3, 1, 1});
  const Value features = global_features(net, image);
  const Extent extent = net.extent(x);
  x = net.concat({x, net.replicate(features, 1, {extent.height, extent.width})});
  x = net.conv_relu(x, 256, {fusion, 1, half(fusion)});
  x = net.upsample(net.conv_relu(x, 128, {3, 1, 1}));
  x = net.conv_relu(x, 64, {3, 1, 1});
  x = net.upsample(net.conv_relu(x, 64, {3, 1, 1}));
  x = net.conv_relu(x, 32, {3, 1, 1});
  x = net.sigmoid(net.conv(x, fixed(2), {3, 1, 1}));
  net.affine(net.upsample_bilinear(x), 2, -1);
}

}  // namespace bricks::zoo
