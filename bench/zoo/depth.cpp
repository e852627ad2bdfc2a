// Single-image depth: Chen et al. 2016 (https://arxiv.org/abs/1604.03901): an hourglass of inception modules.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

Value depth_unit(Net& net, Value x, std::int64_t channels, Extent kernel) {
  return net.relu(net.batch_norm(net.conv(x, channels, {kernel, 1, half(kernel)}), 1e-5F, 0.1F));
}

// Channels of the 1x1 branch, of the others' reductions and of their outputs.
struct Widths {
  std::int64_t single = 64, reduced = 32, branch = 64;
};

Value depth_inception(Net& net, Value x, const Widths& w, std::array<std::int64_t, 3> kernels) {
  std::vector<Value> branches{depth_unit(net, x, w.single, 1)};
  for (std::int64_t kernel : kernels)
    branches.push_back(depth_unit(net, depth_unit(net, x, w.reduced, 1), w.branch, kernel));
  return net.concat(branches);
}
Value standard(Net& net, Value x, const Widths& w = {}) { return depth_inception(net, x, w, {3, 5, 7}); }
Value wide(Net& net, Value x, const Widths& w) { return depth_inception(net, x, w, {3, 7, 11}); }

constexpr Widths narrow{32, 32, 32};

// Levels of the hourglass from the innermost, the coarsest, to the outermost; the two inner ones list the
// branch at full resolution first, the two outer ones the other.
Value level1(Net& net, Value x) {
  const Value high = standard(net, standard(net, x));
  Value low = net.average_pool(x, {2, 2});
  for (int i = 0; i < 3; ++i) low = standard(net, low);
  return net.total({high, net.upsample(low)});
}

Value level2(Net& net, Value x) {
  const Value high = wide(net, standard(net, x), {64, 64, 64});
  Value low = standard(net, standard(net, net.average_pool(x, {2, 2})));
  low = wide(net, standard(net, level1(net, low)), {64, 64, 64});
  return net.total({high, net.upsample(low)});
}

Value level3(Net& net, Value x) {
  Value low = standard(net, standard(net, net.max_pool(x, {2, 2}), narrow));
  low = standard(net, standard(net, level2(net, low)), narrow);
  low = net.upsample(low);
  return net.total({low, wide(net, standard(net, x, narrow), {32, 64, 32})});
}

Value level4(Net& net, Value x) {
  Value low = standard(net, standard(net, net.max_pool(x, {2, 2}), narrow), narrow);
  low = wide(net, standard(net, level3(net, low), {32, 64, 32}), {16, 32, 16});
  low = net.upsample(low);
  return net.total({low, wide(net, x, {16, 64, 16})});
}

}  // namespace

void depth(Net& net) {
  const Value x = level4(net, depth_unit(net, net.image(3, {240, 320}), 128, 7));
  net.part(net.conv(x, fixed(1), {3, 1, 1}), 0, 0);
}

}  // namespace bricks::zoo
