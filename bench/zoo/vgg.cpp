// VGG: Simonyan and Zisserman 2014 (https://arxiv.org/abs/1409.1556); age and gender: Rothe et al. 2015.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {

void vgg(Net& net, const std::array<int, 5>& convolutions, std::int64_t classes) {
  constexpr std::array widths{64, 128, 256, 512, 512};
  Value x = net.image(3, 224);
  for (std::size_t stage = 0; stage < widths.size(); ++stage) {
    for (int i = 0; i < convolutions[stage]; ++i) x = net.conv_relu(x, widths[stage], {3, 1, 1});
    x = net.max_pool(x, {2, 2, 0, Rounding::ceil});
  }
  x = net.flatten(x);
  for (int i = 0; i < 2; ++i) x = net.dropout(net.relu(net.linear(x, 4096)), 0.5F);
  net.softmax_linear(x, classes);
}

}  // namespace bricks::zoo
