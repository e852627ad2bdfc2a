// Szegedy et al. 2015 (https://arxiv.org/abs/1512.00567), as in MXNet's model gallery with its head of 1008
// classes.
#include "bench/zoo/families.hpp"

namespace bricks::zoo {
namespace {

const Extent across{1, 7}, tall{7, 1}, flat3{1, 3}, tall3{3, 1};

Value v3_unit(Net& net, Value x, std::int64_t channels, Extent kernel, std::int64_t stride = 1,
              Pads pads = 0) {
  return net.relu(net.batch_norm(net.conv(x, channels, {kernel, stride, pads}, Bias::no), 1e-3F));
}
// Keeps the extent.
Value same(Net& net, Value x, std::int64_t channels, Extent kernel) {
  return v3_unit(net, x, channels, kernel, 1, half(kernel));
}

Value module_a(Net& net, Value x, std::int64_t projection) {
  const Value a = same(net, x, 64, 1);
  const Value b = same(net, same(net, x, 48, 1), 64, 5);
  const Value c = same(net, same(net, same(net, x, 64, 1), 96, 3), 96, 3);
  const Value d = same(net, net.average_pool(x, {3, 1, 1}), projection, 1);
  return net.concat({a, b, c, d});
}

Value module_b(Net& net, Value x) {
  const Value a = v3_unit(net, x, 384, 3, 2);
  const Value b = v3_unit(net, same(net, same(net, x, 64, 1), 96, 3), 96, 3, 2);
  return net.concat({a, b, net.max_pool(x, {3, 2})});
}

Value module_c(Net& net, Value x, std::int64_t middle) {
  const Value a = same(net, x, 192, 1);
  const Value b = same(net, same(net, same(net, x, middle, 1), middle, across), 192, tall);
  Value c = same(net, same(net, x, middle, 1), middle, tall);
  c = same(net, same(net, same(net, c, middle, across), middle, tall), 192, across);
  const Value d = same(net, net.average_pool(x, {3, 1, 1}), 192, 1);
  return net.concat({a, b, c, d});
}

Value module_d(Net& net, Value x) {
  const Value a = v3_unit(net, same(net, x, 192, 1), 320, 3, 2);
  const Value b = v3_unit(net, same(net, same(net, same(net, x, 192, 1), 192, across), 192, tall), 192, 3, 2);
  return net.concat({a, b, net.max_pool(x, {3, 2})});
}

Value module_e(Net& net, Value x, bool average) {
  const Value a = same(net, x, 320, 1);
  const Value b = same(net, x, 384, 1);
  const Value b1 = same(net, b, 384, flat3), b2 = same(net, b, 384, tall3);
  const Value c = same(net, same(net, x, 448, 1), 384, 3);
  const Value c1 = same(net, c, 384, flat3), c2 = same(net, c, 384, tall3);
  const Value pooled = average ? net.average_pool(x, {3, 1, 1}) : net.max_pool(x, {3, 1, 1});
  return net.concat({a, b1, b2, c1, c2, same(net, pooled, 192, 1)});
}

}  // namespace

void inception_v3(Net& net) {
  Value x = v3_unit(net, net.image(3, 299), 32, 3, 2);
  x = same(net, v3_unit(net, x, 32, 3), 64, 3);
  x = net.max_pool(x, {3, 2});
  x = v3_unit(net, same(net, x, 80, 1), 192, 3);
  x = net.max_pool(x, {3, 2});
  for (std::int64_t projection : {32, 64, 64}) x = module_a(net, x, projection);
  x = module_b(net, x);
  for (std::int64_t middle : {128, 160, 160, 192}) x = module_c(net, x, middle);
  x = module_d(net, x);
  x = module_e(net, x, true);
  x = module_e(net, x, false);
  x = net.linear(net.flatten(net.average_pool(x, {net.extent(x)})), fixed(1008));
  net.softmax(net.slice(x, 0, {{0, 1001}}), 0);
}

}  // namespace bricks::zoo
