// Arbitrary style transfer: Huang and Belongie 2017 (https://arxiv.org/abs/1703.06868). The encoder stands
// here twice, each with weights of its own: that is how Table 1 counts parameters.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value adain_unit(Net& net, Value x, std::int64_t channels) {
  return net.conv_relu(net.pad_reflect(x, 1), channels, {3});
}

Value encode(Net& net, Value x) {
  x = adain_unit(net, adain_unit(net, x, 64), 64);
  x = net.max_pool(x, {2, 2});
  x = adain_unit(net, adain_unit(net, x, 128), 128);
  x = net.max_pool(x, {2, 2});
  for (int i = 0; i < 4; ++i) x = adain_unit(net, x, 256);
  x = net.max_pool(x, {2, 2});
  return adain_unit(net, x, 512);
}

Value replicate_over(Net& net, Value channel_values, Value image) {
  const Extent extent = net.extent(image);
  return net.replicate(channel_values, 1, {extent.height, extent.width});
}
Value mean(Net& net, Value x) { return replicate_over(net, net.global_mean(x), x); }
Value deviation(Net& net, Value x) {
  const Value variance = net.global_mean(net.squared_difference(x, mean(net, x)));
  return replicate_over(net, net.sqrt(variance), x);
}

// The content's features, with the style's mean and deviation.
Value transfer(Net& net, Value content, Value style) {
  Value x = net.subtract(content, mean(net, content));
  x = net.divide_epsilon(x, deviation(net, content));
  x = net.multiply(x, deviation(net, style));
  return net.add(x, mean(net, style));
}

Value adain_decode(Net& net, Value x) {
  x = net.upsample(adain_unit(net, x, 256));
  for (int i = 0; i < 3; ++i) x = adain_unit(net, x, 256);
  x = net.upsample(adain_unit(net, x, 128));
  x = net.upsample(adain_unit(net, adain_unit(net, x, 128), 64));
  x = adain_unit(net, x, 64);
  return net.conv(net.pad_reflect(x, 1), fixed(3), {3});
}

}  // namespace

void adain(Net& net) {
  const Value content_image = net.image(3, 512);
  const Value style_image = net.image(3, 512);
  const Value content = encode(net, content_image);
  const Value style = encode(net, style_image);
  adain_decode(net, transfer(net, content, style));
}

}  // namespace bricks::zoo
