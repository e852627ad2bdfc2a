// Szegedy et al. 2014, GoogLeNet (https://arxiv.org/abs/1409.4842); salient objects: Zhang et al. 2015;
// Places365: Zhou et al. 2017.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

struct V1Module {
  std::int64_t single, reduce3, conv3, reduce5, conv5, projection;
};

Value v1_inception(Net& net, Value x, const V1Module& m) {
  const Value a = net.conv_relu(x, m.single, {1});
  const Value b = net.conv_relu(net.conv_relu(x, m.reduce3, {1}), m.conv3, {3, 1, 1});
  const Value c = net.conv_relu(net.conv_relu(x, m.reduce5, {1}), m.conv5, {5, 1, 2});
  const Value d = net.conv_relu(net.max_pool(x, {3, 1, 1, Rounding::ceil}), m.projection, {1});
  return net.concat({a, b, c, d});
}

Value v1_down(Net& net, Value x) { return net.max_pool(net.pad_zero(x, bottom_right), {3, 2}); }

}  // namespace

void inception_v1(Net& net, std::int64_t classes) {
  Value x = net.conv_relu(net.image(3, 224), 64, {7, 2, 3});
  x = net.lrn(v1_down(net, x));
  x = net.conv_relu(net.conv_relu(x, 64, {1}), 192, {3, 1, 1});
  x = v1_down(net, net.lrn(x));
  for (const V1Module& m : {V1Module{64, 96, 128, 16, 32, 32}, V1Module{128, 128, 192, 32, 96, 64}})
    x = v1_inception(net, x, m);
  x = v1_down(net, x);
  for (const V1Module& m : {V1Module{192, 96, 208, 16, 48, 64}, V1Module{160, 112, 224, 24, 64, 64},
                            V1Module{128, 128, 256, 24, 64, 64}, V1Module{112, 144, 288, 32, 64, 64},
                            V1Module{256, 160, 320, 32, 128, 128}})
    x = v1_inception(net, x, m);
  x = v1_down(net, x);
  for (const V1Module& m : {V1Module{256, 160, 320, 32, 128, 128}, V1Module{384, 192, 384, 48, 128, 128}})
    x = v1_inception(net, x, m);
  x = net.average_pool(x, {net.extent(x), 1, 0, Rounding::ceil});
  net.softmax_linear(net.flatten(net.dropout(x, 0.4F)), classes);
}

}  // namespace bricks::zoo
