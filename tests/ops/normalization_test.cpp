#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/instance_normalization.hpp"
#include "engine/ops/lrn.hpp"
#include "engine/ops/softmax.hpp"
#include "tests/ops/op_case.hpp"

using namespace bricks;
using namespace bricks::test;

TEST_CASE("batch, instance and layer normalisation") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 20; ++repeat) {
    Shape shape = map_shape(random);
    OpCase batch{std::make_shared<BatchNormalization>()};
    if (repeat % 5 == 0) shape.pop_back();
    const Shape channels = {shape[1]};
    batch.data(shape).weight(channels, 0.5, 2).weight(channels).weight(channels).weight(channels, 0.5, 2);
    batch.activation = random_activation(random);
    batch.magnitude = 1;  // of what the mean is taken from
    check_op(random, batch);

    OpCase instance{std::make_shared<InstanceNormalization>()};
    instance.data(shape).weight(channels, 0.5, 2).weight(channels);
    instance.activation = random_activation(random);
    instance.tolerance = 1e-4;  // a variance near epsilon magnifies the rounding of what is subtracted
    check_op(random, instance);

    auto op = std::make_shared<LayerNormalization>();
    op->axis = random_int(random, 1, static_cast<int>(shape.size()) - 1);
    Shape normalised;
    for (auto axis = static_cast<std::size_t>(op->axis); axis < shape.size(); ++axis)
      normalised.push_back(shape[axis]);
    OpCase layer{op};
    layer.data(shape).weight(normalised, 0.5, 2);
    if (repeat % 2) layer.weight(normalised);
    layer.activation = random_activation(random);
    layer.tolerance = 1e-4;
    check_op(random, layer);
  }
}

TEST_CASE("LRN") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 15; ++repeat) {
    auto op = std::make_shared<Lrn>();
    op->size = random_int(random, 1, 12);
    op->alpha = 0.3f;
    if (repeat % 2) op->beta = 0.6f;
    OpCase c{op};
    c.data(map_shape(random)).activation = random_activation(random);
    check_op(random, c);
  }
}

TEST_CASE("softmax along every axis") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 20; ++repeat) {
    const auto op = repeat % 2 ? std::make_shared<Softmax>() : std::make_shared<LogSoftmax>();
    op->axis = random_int(random, -4, 3);
    OpCase c{op};
    c.data(map_shape(random), -5, 5);
    check_op(random, c);
  }
}
