#include "bench/zoo/ssd.hpp"

#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value ssd_convs(Net& net, Value x, std::int64_t channels, int count) {
  for (int i = 0; i < count; ++i) x = net.conv_relu(x, channels, {3, 1, 1});
  return x;
}

// Halves channels with 1x1, then widens again.
Value extra(Net& net, Value x, const Convolution& last) {
  return net.conv_relu(net.conv_relu(x, 128, {1}), 256, last);
}

// L2 normalisation over the channels, with a learned scale.
Value normalized(Net& net, Value x) {
  x = net.log_square(net.transpose(x, {2, 1, 0}));
  x = net.sqrt(net.softmax(x, 2));
  return net.constant_times(net.transpose(x, {2, 1, 0}));
}

class Ssd {
 public:
  Ssd(Net& net, std::vector<std::int64_t> anchors, std::int64_t classes)
      : net_(net), anchors_(std::move(anchors)), classes_(classes) {}

  Value& feature(int i) { return features_[i]; }
  void classes(int i) { heads_.classes[i] = ssd_class_head(net_, feature(i), anchors(i), classes_); }
  void locations(int i) { heads_.locations[i] = ssd_location_head(net_, feature(i), anchors(i)); }
  void outputs(float image) { ssd_outputs(net_, heads_, image); }

 private:
  std::int64_t anchors(int i) const { return anchors_.at(static_cast<std::size_t>(i - 1)); }

  Net& net_;
  std::vector<std::int64_t> anchors_;
  std::int64_t classes_;
  std::map<int, Value> features_;
  SsdHeads heads_;
};

// Behind the fourth stage: the dilated convolutions that replace VGG's linear layers.
Value trunk_end(Net& net, Value x) {
  x = ssd_convs(net, net.max_pool(x, {2, 2}), 512, 3);
  x = net.conv_relu(net.max_pool(x, {3, 1, 1}), 1024, {3, 1, 6, 6});
  return net.conv_relu(x, 1024, {1});
}

}  // namespace

// Heads stand in the order in which the paper's authors list them.
void ssd_300(Net& net, std::int64_t classes) {
  Ssd ssd(net, {4, 6, 6, 6, 4, 4}, classes);
  Value x = net.max_pool(ssd_convs(net, net.image(3, 300), 64, 2), {2, 2});
  x = net.max_pool(ssd_convs(net, x, 128, 2), {2, 2});
  x = net.max_pool(net.pad_zero(ssd_convs(net, x, 256, 3), bottom_right), {2, 2});
  ssd.feature(1) = ssd_convs(net, x, 512, 3);
  ssd.feature(2) = trunk_end(net, ssd.feature(1));
  x = net.pad_zero(net.conv_relu(ssd.feature(2), 256, {1}), 1);
  ssd.feature(3) = net.conv_relu(x, 512, {3, 2});
  ssd.feature(4) = extra(net, ssd.feature(3), {3, 2, 1});
  ssd.classes(4);
  ssd.locations(4);
  ssd.feature(1) = normalized(net, ssd.feature(1));
  ssd.classes(1);
  ssd.locations(1);
  ssd.locations(2);
  ssd.classes(2);
  ssd.feature(5) = extra(net, ssd.feature(4), {3});
  ssd.classes(5);
  ssd.locations(5);
  ssd.feature(6) = extra(net, ssd.feature(5), {3});
  ssd.locations(6);
  ssd.classes(6);
  ssd.classes(3);
  ssd.locations(3);
  ssd.outputs(300);
}

void ssd_512(Net& net, std::int64_t classes) {
  Ssd ssd(net, {4, 6, 6, 6, 6, 4, 4}, classes);
  Value x = net.max_pool(ssd_convs(net, net.image(3, 512), 64, 2), {2, 2});
  x = net.max_pool(ssd_convs(net, x, 128, 2), {2, 2});
  x = net.max_pool(ssd_convs(net, x, 256, 3), {2, 2});
  ssd.feature(1) = ssd_convs(net, x, 512, 3);
  ssd.feature(2) = trunk_end(net, ssd.feature(1));
  x = net.conv_relu(ssd.feature(2), 256, {1});
  ssd.feature(3) = net.conv_relu(x, 512, {3, 2, 1});
  ssd.feature(4) = extra(net, ssd.feature(3), {3, 2, 1});
  ssd.classes(4);
  ssd.locations(4);
  ssd.feature(5) = extra(net, ssd.feature(4), {3, 2, 1});
  ssd.feature(6) = extra(net, ssd.feature(5), {3, 2, 1});
  ssd.feature(7) = extra(net, ssd.feature(6), {4, 1, 1});
  ssd.locations(7);
  ssd.classes(7);
  ssd.feature(1) = normalized(net, ssd.feature(1));
  ssd.classes(1);
  ssd.locations(1);
  ssd.locations(2);
  ssd.classes(2);
  ssd.classes(5);
  ssd.locations(5);
  ssd.locations(6);
  ssd.classes(6);
  ssd.classes(3);
  ssd.locations(3);
  ssd.outputs(512);
}

}  // namespace bricks::zoo
