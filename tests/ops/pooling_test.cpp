#include "engine/ops/pool.hpp"
#include "engine/ops/reduce.hpp"
#include "tests/ops/op_case.hpp"

using namespace bricks;
using namespace bricks::test;

namespace {

void set_window(Random& random, Pool& op) {
  op.kernel_shape = {random_int(random, 1, 3), random_int(random, 1, 3)};
  op.strides = {random_int(random, 1, 3), random_int(random, 1, 3)};
  op.dilations = {random_int(random, 1, 2), random_int(random, 1, 2)};
  for (std::size_t i = 0; i < 4; ++i)
    op.pads[i] = random_int(random, 0, static_cast<int>(op.kernel_shape[i % 2]) - 1);
  op.ceil_mode = random_int(random, 0, 1);
}

Shape pooled_shape(Random& random) {
  Shape shape = map_shape(random);
  shape[2] += 5, shape[3] += 5;
  return shape;
}

// The deviation of the mean of 81 numbers from -1 to 1, the most that a map has here; a few means may all
// come out near zero, as those of seed 295450665 did.
constexpr double averaged = 0.06;

}  // namespace

TEST_CASE("max and average pooling") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 30; ++repeat) {
    auto largest = std::make_shared<MaxPool>();
    auto average = std::make_shared<AveragePool>();
    set_window(random, *largest);
    set_window(random, *average);
    average->count_include_pad = random_int(random, 0, 1);
    for (const OpPointer& op : {OpPointer(largest), OpPointer(average)}) {
      OpCase c{op};
      c.data(pooled_shape(random)).activation = random_activation(random);
      c.magnitude = averaged;
      check_op(random, c);
    }
  }
}

TEST_CASE("global pooling") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 10; ++repeat)
    for (const OpPointer& op :
         {OpPointer(std::make_shared<GlobalAveragePool>()), OpPointer(std::make_shared<GlobalMaxPool>())}) {
      OpCase c{op};
      c.data(map_shape(random)).activation = random_activation(random);
      c.magnitude = averaged;
      check_op(random, c);
    }
}

TEST_CASE("reductions over any axes") {
  Random random = seeded_random();
  for (int function = 0; function < static_cast<int>(Reduce::Function::count); ++function)
    for (int repeat = 0; repeat < 8; ++repeat) {
      auto op = std::make_shared<Reduce>(static_cast<Reduce::Function>(function));
      if (repeat < 2)
        op->axes = {2, 3};
      else
        for (int axis = 0; axis < 4; ++axis)
          if (random_int(random, 0, 1)) op->axes.push_back(axis - (random_int(random, 0, 1) ? 4 : 0));
      op->keepdims = repeat % 2;
      OpCase c{op};
      const bool product = op->function == Reduce::Function::prod;
      const double low = product ? 0.9 : op->function == Reduce::Function::log_sum ? 0.1 : -1;
      c.data(map_shape(random), low, product ? 1.1 : 1).activation = random_activation(random);
      c.tolerance = 3e-5;
      c.magnitude = 1;  // of what is added up
      check_op(random, c);
    }
}

TEST_CASE("ArgMax and ArgMin") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 16; ++repeat) {
    auto op = std::make_shared<ArgReduce>(repeat % 2 == 0);
    op->axis = random_int(random, -4, 3);
    op->keepdims = random_int(random, 0, 1);
    op->select_last_index = random_int(random, 0, 1);
    OpCase c{op};
    c.data(map_shape(random));
    check_op(random, c);
  }
}
