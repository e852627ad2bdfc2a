#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/instance_normalization.hpp"
#include "engine/ops/lrn.hpp"
#include "engine/ops/op_test.hpp"
#include "engine/ops/softmax.hpp"
#include "engine/plan/unit_kernel.hpp"

using namespace bricks;
using namespace bricks::test;

TEST_CASE("BatchNormalization") {
  BatchNormalization op;
  const InputType x = data({2, 3, 4, 4}), w = weight({3});
  CHECK(inferred(op, {x, w, w, w, w}) == "2x3x4x4");
  CHECK(inferred(op, {data({2, 3}), w, w, w, w}) == "2x3");
  CHECK(complaint(op, {x, w, w, w}) == "4 inputs, expected 5");
  CHECK(complaint(op, {x, w, w, w, weight({4})}) == "input 4 has shape 4, expected 3");
  CHECK(op.is_parameter(2));
  CHECK_FALSE(op.is_parameter(3));
  Epilogue epilogue;
  CHECK(op.merge_into(epilogue, {}));
  CHECK(epilogue.affine_epsilon == op.epsilon);
  CHECK_FALSE(op.merge_into(epilogue, {}));
  op.epsilon = -1;
  CHECK(complaint(op, {x, w, w, w, w}).starts_with("epsilon is -1"));
}

TEST_CASE("InstanceNormalization, LayerNormalization, LRN") {
  const InstanceNormalization instance;
  CHECK(inferred(instance, {data({2, 3, 4, 4}), weight({3}), weight({3})}) == "2x3x4x4");
  CHECK(complaint(instance, {data({2, 3}), weight({3}), weight({3})}) ==
        "input 0 has shape 2x3, expected rank 3 to 8");
  LayerNormalization layer;
  layer.axis = 1;
  CHECK(inferred(layer, {data({2, 3, 4}), weight({3, 4})}) == "2x3x4");
  CHECK(complaint(layer, {data({2, 3, 4}), weight({4})}) == "input 1 has shape 4, expected 3x4");
  Lrn lrn;
  lrn.size = 5;
  const std::vector<InputType> x = {data({1, 8, 2, 2})};
  CHECK(inferred(lrn, x) == "1x8x2x2");
  CHECK(choice(lrn, x, {Layout::blocked}).outputs == std::vector{Layout::blocked});
  lrn.size = 35;
  CHECK(choice(lrn, x, {Layout::blocked}).outputs == std::vector{Layout::plain});
  lrn.size = 0;
  CHECK(complaint(lrn, x).starts_with("size is 0"));
}

TEST_CASE("Softmax") {
  Softmax op;
  CHECK(inferred(op, {data({2, 3})}) == "2x3");
  CHECK(complaint(op, {data({})}) == "axis is given for a scalar, expected a tensor with axes");
  op.axis = 2;
  CHECK(complaint(op, {data({2, 3})}) == "axis is 2, expected -2 to 1");
  CHECK(choice(op, {data({2, 3, 4, 5})}, {Layout::blocked}).inputs == std::vector{Layout::plain});
}
