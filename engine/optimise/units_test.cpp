#include "engine/optimise/units.hpp"

#include "engine/graph/builder.hpp"
#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/binary.hpp"
#include "engine/ops/conv.hpp"
#include "engine/ops/expand.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/reshape.hpp"
#include "engine/ops/unary.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// Chains of the layers that networks are made of, with their weights.
class Net {
 public:
  GraphBuilder builder{"net"};

  TensorId input() { return builder.input(name("in"), {ElementType::float32, {1, 16, 8, 8}}); }
  TensorId conv(TensorId x) {
    auto op = std::make_shared<Conv>();
    op->kernel_shape = {1, 1};
    const TensorId w = builder.weight(name("w"), {ElementType::float32, {16, 16, 1, 1}});
    return add(op, {x, w});
  }
  // With padding that keeps the size.
  TensorId conv(TensorId x, std::int64_t channels, std::int64_t kernel, std::int64_t group = 1) {
    auto op = std::make_shared<Conv>();
    op->kernel_shape = {kernel, kernel};
    op->pads.assign(4, kernel / 2);
    op->group = group;
    const Shape shape = {channels, builder.shape(x)[1] / group, kernel, kernel};
    return add(op, {x, builder.weight(name("w"), {ElementType::float32, shape})});
  }
  TensorId depthwise(TensorId x) { return conv(x, builder.shape(x)[1], 3, builder.shape(x)[1]); }
  TensorId cube() { return builder.input(name("in"), {ElementType::float32, {1, 16, 4, 4, 4}}); }
  TensorId image(std::int64_t size) {
    return builder.input(name("in"), {ElementType::float32, {1, 16, size, size}});
  }
  TensorId bn(TensorId x) {
    std::vector<TensorId> inputs = {x};
    const Shape channels = {builder.shape(x)[1]};
    for (int i = 0; i < 4; ++i) inputs.push_back(builder.weight(name("b"), {ElementType::float32, channels}));
    return add(std::make_shared<BatchNormalization>(), inputs);
  }
  TensorId relu(TensorId x) { return add(std::make_shared<Unary>(UnaryKind::relu), {x}); }
  TensorId sum(TensorId a, TensorId b) {
    return add(std::make_shared<Binary>(Binary::Function::add), {a, b});
  }
  TensorId mul(TensorId a, TensorId b) {
    return add(std::make_shared<Binary>(Binary::Function::mul), {a, b});
  }
  // A gate for every channel of a map, repeated over its pixels.
  TensorId gate(TensorId map) {
    auto op = std::make_shared<Replicate>();
    const Shape shape = builder.shape(map);
    op->axis = 2;
    op->dims.assign(shape.begin() + 2, shape.end());
    return add(op, {builder.input(name("gate"), {ElementType::float32, {1, shape[1]}})});
  }
  TensorId constant(Shape shape = {1, 16, 8, 8}) {
    return add(std::make_shared<Constant>(), {builder.weight(name("w"), {ElementType::float32, shape})});
  }
  TensorId identity(TensorId x) { return add(std::make_shared<Identity>(), {x}); }
  TensorId add(OpPointer op, std::vector<TensorId> inputs) { return builder.add(name("l"), op, inputs)[0]; }

 private:
  std::string name(const char* stem) { return stem + std::to_string(count_++); }
  int count_ = 0;
};

using Units = std::vector<std::vector<LayerId>>;

Units units(const Graph& graph, Execution execution) {
  Units all;
  for (const Unit& unit : make_units(graph, execution, tensor_layouts(graph))) all.push_back(unit.layers);
  return all;
}

Units fused(const Graph& graph) { return units(graph, Execution::fused); }

}  // namespace

TEST_CASE("layerwise: every layer is a unit, views too") {
  Net net;
  net.relu(net.identity(net.conv(net.input())));
  const Graph graph = net.builder.finish();
  CHECK(make_units(graph, Execution::layerwise, tensor_layouts(graph)).size() == 3);
}

TEST_CASE("a constant is in the unit that alone reads it, unless that one needs a place for it") {
  Net net;
  const TensorId x = net.relu(net.input());                        // 0
  const TensorId bound = net.constant();                           // 1
  net.sum(x, bound);                                               // 2
  const TensorId open = net.gate(net.cube());                      // 3, of five dimensions and so plain
  const TensorId weighed = net.constant(net.builder.shape(open));  // 4: for the product behind the gate
  net.relu(net.mul(open, weighed));                                // 5, 6
  const TensorId seen = net.constant();                            // 7: a view of it has to have a place
  net.relu(net.identity(seen));                                    // 8, 9
  const TensorId shared = net.constant();                          // 10: two readers
  net.relu(shared);                                                // 11
  net.sum(shared, x);                                              // 12
  net.builder.output(net.constant());                              // 13: wanted outside
  const Graph graph = net.builder.finish();
  CHECK(units(graph, Execution::layerwise) ==
        Units{{0}, {1, 2}, {3}, {4, 5}, {6}, {7}, {8}, {9}, {10}, {11}, {12}, {13}});
  CHECK(fused(graph) == Units{{0}, {1, 2}, {4, 3, 5, 6}, {7, 8}, {9}, {10}, {11}, {12}, {13}});
  const std::vector<Unit> merged = make_units(graph, Execution::fused, tensor_layouts(graph));
  CHECK(merged[1].first() == 2);
  CHECK(merged[2].first() == 3);
}

TEST_CASE("fused: convolution, batch normalisation and activation are one unit") {
  Net net;
  net.relu(net.bn(net.conv(net.input())));
  CHECK(fused(net.builder.finish()) == Units{{0, 1, 2}});
}

TEST_CASE("fused: normalisation before the convolution stays in front, with its activation") {
  Net net;
  net.conv(net.relu(net.bn(net.input())));
  CHECK(fused(net.builder.finish()) == Units{{0, 1}, {2}});
}

TEST_CASE("fused: the sum joins the convolution that is listed last") {
  Net net;
  const TensorId x = net.relu(net.input());       // 0
  const TensorId shortcut = net.bn(net.conv(x));  // 1, 2
  const TensorId main = net.bn(net.conv(x));      // 3, 4
  net.relu(net.sum(shortcut, main));              // 5, 6
  CHECK(fused(net.builder.finish()) == Units{{0}, {1, 2}, {3, 4, 5, 6}});
}

TEST_CASE("fused: a value that is needed elsewhere, or outside, is stored and ends its unit") {
  Net net;
  const TensorId y = net.conv(net.input());  // 0
  net.relu(y);                               // 1
  net.bn(y);                                 // 2
  CHECK(fused(net.builder.finish()) == Units{{0}, {1}, {2}});

  Net wanted;
  const TensorId z = wanted.conv(wanted.input());
  wanted.builder.output(z);
  wanted.builder.output(wanted.relu(z));
  CHECK(fused(wanted.builder.finish()) == Units{{0}, {1}});
}

TEST_CASE("fused: only one residual, and nothing but views behind an activation") {
  Net net;
  const TensorId x = net.conv(net.input());                // 0
  const TensorId y = net.sum(net.sum(net.conv(x), x), x);  // 1, 2, 3
  net.bn(net.relu(y));                                     // 4, 5
  CHECK(fused(net.builder.finish()) == Units{{0}, {1, 2}, {3, 4}, {5}});
}

TEST_CASE("fused: gates, the product with them, the sum and its activation are one unit") {
  Net net;
  const TensorId x = net.conv(net.input());           // 0
  const TensorId map = net.conv(x);                   // 1
  net.relu(net.sum(net.mul(net.gate(map), map), x));  // 2, 3, 4, 5
  CHECK(fused(net.builder.finish()) == Units{{0}, {1}, {2, 3, 4, 5}});

  // Nothing merges behind gates that are not multiplied, and no gates behind a convolution.
  Net added;
  const TensorId y = added.conv(added.input());           // 0
  added.mul(added.relu(added.sum(added.gate(y), y)), y);  // 1, 2 and 3, 4
  CHECK(fused(added.builder.finish()) == Units{{0}, {1}, {2, 3}, {4}});
  Net multiplied;
  const TensorId z = multiplied.relu(multiplied.input());  // 0
  multiplied.mul(multiplied.conv(z), z);                   // 1, 2
  CHECK(fused(multiplied.builder.finish()) == Units{{0}, {1}, {2}});

  // A map that comes after its gates.
  Net late;
  const TensorId in = late.input(), gates = late.gate(in);  // 0
  late.mul(gates, late.conv(in));                           // 1, 2
  CHECK(fused(late.builder.finish()) == Units{{0}, {1}, {2}});
}

TEST_CASE("fused: an identity skip belongs to its source's unit, which keeps its place") {
  Net net;
  const TensorId x = net.relu(net.bn(net.conv(net.input())));  // 0, 1, 2
  const TensorId y = net.conv(net.relu(net.bn(x)));            // 3, 4, 5
  const TensorId skip = net.identity(x);                       // 6
  net.sum(y, skip);                                            // 7
  CHECK(fused(net.builder.finish()) == Units{{0, 1, 2, 6}, {3, 4}, {5, 7}});
}

TEST_CASE("fused: a view of a graph input is a unit of its own") {
  Net net;
  net.conv(net.identity(net.input()));
  CHECK(fused(net.builder.finish()) == Units{{0}, {1}});
}

TEST_CASE("fused: an inverted residual block over a large map is one unit of three stages") {
  Net net;
  const TensorId x = net.conv(net.image(64), 16, 1);  // 0
  TensorId y = net.relu(net.bn(net.conv(x, 96, 1)));  // 1, 2, 3
  y = net.relu(net.bn(net.depthwise(y)));             // 4, 5, 6
  net.sum(net.bn(net.conv(y, 16, 1)), x);             // 7, 8, 9
  const Graph graph = net.builder.finish();
  const std::vector<Unit> units = make_units(graph, Execution::fused, tensor_layouts(graph));
  REQUIRE(units.size() == 2);
  CHECK(units[1].layers == std::vector<LayerId>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(units[1].stages == std::vector<std::size_t>{0, 3, 6});
}

TEST_CASE("fused: blocks over small maps and values that others need stay separate units") {
  Net small;
  small.conv(small.depthwise(small.conv(small.image(8), 96, 1)), 16, 1);
  CHECK(fused(small.builder.finish()) == Units{{0}, {1}, {2}});

  // The depthwise value is needed twice: nothing is left of the chain.
  Net twice;
  const TensorId y = twice.depthwise(twice.conv(twice.image(64), 96, 1));  // 0, 1
  twice.conv(y, 16, 1);                                                    // 2
  twice.conv(y, 16, 1);                                                    // 3
  CHECK(fused(twice.builder.finish()) == Units{{0}, {1}, {2}, {3}});

  // The expanded one: the depthwise and the last convolution are left.
  Net expanded;
  const TensorId e = expanded.conv(expanded.image(64), 96, 1);  // 0
  expanded.conv(expanded.depthwise(e), 16, 1);                  // 1, 2
  expanded.relu(e);                                             // 3
  CHECK(fused(expanded.builder.finish()) == Units{{0}, {1, 2}, {3}});
}

TEST_CASE("execution names") {
  CHECK(execution_from_name("layerwise") == Execution::layerwise);
  CHECK(execution_from_name(execution_name(Execution::fused)) == Execution::fused);
}
