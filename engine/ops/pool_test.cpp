#include "engine/ops/pool.hpp"

#include "engine/ops/op_test.hpp"
#include "engine/ops/reduce.hpp"

using namespace bricks;
using namespace bricks::test;
using enum Layout;

using Layouts = std::vector<Layout>;

TEST_CASE("MaxPool and AveragePool") {
  MaxPool op;
  op.kernel_shape = {3, 3}, op.strides = {2, 2};
  CHECK(inferred(op, {data({1, 8, 112, 112})}) == "1x8x55x55");
  op.ceil_mode = 1;
  CHECK(inferred(op, {data({1, 8, 112, 113})}) == "1x8x56x56");
  op.pads = {1, 1, 1, 1};
  CHECK(inferred(op, {data({1, 8, 2, 3})}) == "1x8x2x2");
  op.kernel_shape = {1, 1}, op.pads = {0, 0, 0, 0}, op.strides = {3, 3};
  CHECK(inferred(op, {data({1, 8, 2, 4})}) == "1x8x1x2");
  op.pads = {0, 1, 0, 0};
  CHECK(complaint(op, {data({1, 8, 2, 4})}) ==
        "pads are [0,1,0,0], expected less than the window's 1 pixels");
  op.kernel_shape = {5, 5}, op.pads = {0, 0, 0, 0};
  CHECK(complaint(op, {data({1, 8, 4, 4})}) ==
        "the window covers 5 pixels, expected at most 4 (input 4 and pads)");
  op.ceil_mode = 2;
  CHECK(complaint(op, {data({1, 8, 8, 8})}) == "ceil_mode is 2, expected 0 to 1");
  AveragePool average;
  average.kernel_shape = {2, 2};
  CHECK(inferred(average, {data({1, 1, 2, 3})}) == "1x1x1x2");
  CHECK(choice(average, {data({1, 1, 2, 3})}, {blocked}).outputs == Layouts{blocked});
}

TEST_CASE("a rounded-up window never begins behind the input") {
  MaxPool op;
  op.kernel_shape = {2, 2}, op.strides = {2, 2}, op.pads = {0, 0, 1, 1}, op.ceil_mode = 1;
  // Rows 0-1, 2-3 and 4 with the end pad; a fourth window would begin at 6.
  CHECK(inferred(op, {data({1, 1, 5, 4})}) == "1x1x3x2");
}

TEST_CASE("global pooling and reductions") {
  CHECK(inferred(GlobalAveragePool(), {data({2, 3, 4, 5})}) == "2x3x1x1");
  CHECK(complaint(GlobalMaxPool(), {data({2, 3})}) == "input 0 has shape 2x3, expected rank 3 to 8");

  const InputType x = data({2, 3, 4, 5});
  const Reduce mean(Reduce::Function::mean, {2, -1}, false), kept(Reduce::Function::max, {2, 3});
  CHECK(inferred(mean, {x}) == "2x3");
  CHECK(inferred(kept, {x}) == "2x3x1x1");
  CHECK(inferred(Reduce(Reduce::Function::sum, {}, false), {x}) == "scalar");
  CHECK(choice(mean, {x}, {blocked}).inputs == Layouts{blocked});
  CHECK(choice(mean, {x}, {blocked}).outputs == Layouts{plain});
  CHECK(choice(kept, {x}, {blocked}).outputs == Layouts{blocked});
  CHECK(choice(Reduce(Reduce::Function::sum, {2, 3}), {x}, {blocked}).inputs == Layouts{plain});
  CHECK(complaint(Reduce(Reduce::Function::sum, {4}), {x}) == "axes is 4, expected -4 to 3");
  CHECK(complaint(Reduce(Reduce::Function::sum, {3, -1}), {x}) == "axes is [3,-1], expected each axis once");
}

TEST_CASE("ArgMax") {
  ArgReduce op(true);
  op.axis = 1;
  const std::vector<InputType> x = {data({2, 3, 4})};
  CHECK(inferred(op, x) == "2x1x4");
  CHECK(op.infer(x)[0].type == ElementType::int64);
  op.keepdims = 0;
  CHECK(inferred(op, x) == "2x4");
  op.keepdims = 7;
  CHECK(complaint(op, x) == "keepdims is 7, expected 0 to 1");
}
