// Zhang, Isola and Efros 2016 (https://arxiv.org/abs/1603.08511): lightness in, two colour channels out.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

struct Group {
  std::int64_t channels;
  int convolutions;
  std::int64_t last_stride, dilation;
};

Value group(Net& net, Value x, const Group& g) {
  for (int i = 1; i <= g.convolutions; ++i)
    x = net.conv_relu(x, g.channels, {3, i == g.convolutions ? g.last_stride : 1, g.dilation, g.dilation});
  return net.batch_norm(x, 1e-4F);
}

}  // namespace

void colorful(Net& net) {
  Value x = net.image(1, 224);
  for (const Group& g : {Group{64, 2, 2, 1}, Group{128, 2, 2, 1}, Group{256, 3, 2, 1}, Group{512, 3, 1, 1},
                         Group{512, 3, 1, 2}, Group{512, 3, 1, 2}, Group{512, 3, 1, 1}})
    x = group(net, x, g);
  x = net.relu(net.deconv(x, 256, {4, 2, 1}));
  for (int i = 0; i < 2; ++i) x = net.conv_relu(x, 256, {3, 1, 1});
  x = net.affine(net.conv(x, 313, {1}), 2.606F);
  x = net.softmax(net.transpose(x, {1, 2, 0}), 2);
  net.affine(net.conv(net.transpose(x, {2, 0, 1}), fixed(2), {1}), 0.01F);
}

}  // namespace bricks::zoo
