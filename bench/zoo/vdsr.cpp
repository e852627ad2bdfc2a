// Kim, Lee and Lee 2016 (https://arxiv.org/abs/1511.04587); the sum with the input is outside the net.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {

void vdsr(Net& net) {
  Value x = net.image(1, 255);
  for (int i = 0; i < 19; ++i) x = net.conv_relu(x, 64, {3, 1, 1});
  net.transpose(net.conv(x, fixed(1), {3, 1, 1}), {1, 2, 0});
}

}  // namespace bricks::zoo
