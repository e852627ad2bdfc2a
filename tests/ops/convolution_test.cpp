#include "engine/ops/conv.hpp"
#include "engine/ops/conv_transpose.hpp"
#include "tests/ops/op_case.hpp"

#include <cmath>

using namespace bricks;
using namespace bricks::test;

namespace {

template <class T>
const T& one_of(Random& random, std::initializer_list<T> values) {
  return values.begin()[random_int(random, 0, static_cast<int>(values.size()) - 1)];
}

void add_epilogue(Random& random, OpCase& c) {
  c.affine = random_int(random, 0, 1);
  c.residual = random_int(random, 0, 1);
  c.activation = random_activation(random);
}

std::vector<std::int64_t> pair_of(Random& random, int low, int high) {
  return {random_int(random, low, high), random_int(random, low, high)};
}

}  // namespace

TEST_CASE("convolution with every epilogue") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 60; ++repeat) {
    auto op = std::make_shared<Conv>();
    const int groups = one_of(random, {1, 1, 1, 2, 3, 8, 20});
    const int group_in = groups == 1 ? one_of(random, {1, 3, 4, 16, 19, 33}) : random_int(random, 1, 5);
    const int group_out = groups == 1 ? one_of(random, {1, 2, 16, 17, 40}) : random_int(random, 1, 5);
    op->group = groups;
    op->kernel_shape = repeat % 3 == 0 ? std::vector<std::int64_t>{3, 3} : pair_of(random, 1, 4);
    if (repeat % 3) op->strides = pair_of(random, 1, 2), op->dilations = pair_of(random, 1, 2);
    op->pads = {random_int(random, 0, 2), random_int(random, 0, 2), random_int(random, 0, 2),
                random_int(random, 0, 2)};
    const std::int64_t height = random_int(random, 7, 19), width = random_int(random, 7, 19);
    OpCase c{op};
    c.data({random_int(random, 1, 2), groups * group_in, height, width});
    c.weight({groups * group_out, group_in, op->kernel_shape[0], op->kernel_shape[1]});
    if (random_int(random, 0, 1))
      c.weight({groups * group_out});
    else if (random_int(random, 0, 1))
      c.absent();
    add_epilogue(random, c);
    c.strict = random_int(random, 0, 1);
    c.tolerance = c.strict ? 1e-5 : 1e-4;  // Winograd F(4,3) unless strict
    c.magnitude = std::sqrt(static_cast<double>(group_in * op->kernel_shape[0] * op->kernel_shape[1]));
    check_op(random, c);
  }
}

TEST_CASE("transposed convolution with every epilogue") {
  Random random = seeded_random();
  for (int repeat = 0; repeat < 30; ++repeat) {
    auto op = std::make_shared<ConvTranspose>();
    const int groups = one_of(random, {1, 1, 2, 4});
    const int group_in = one_of(random, {1, 3, 4, 17}), group_out = one_of(random, {1, 2, 5, 16, 18});
    op->group = groups;
    op->kernel_shape = pair_of(random, 1, 4);
    op->strides = pair_of(random, 1, 3);
    op->dilations = pair_of(random, 1, 2);
    op->output_padding = {random_int(random, 0, static_cast<int>(op->strides[0]) - 1),
                          random_int(random, 0, static_cast<int>(op->strides[1]) - 1)};
    op->pads = {random_int(random, 0, 1), random_int(random, 0, 1), random_int(random, 0, 1),
                random_int(random, 0, 1)};
    OpCase c{op};
    c.data({random_int(random, 1, 2), groups * group_in, random_int(random, 3, 8), random_int(random, 3, 8)});
    c.weight({groups * group_in, group_out, op->kernel_shape[0], op->kernel_shape[1]});
    if (random_int(random, 0, 1)) c.weight({groups * group_out});
    add_epilogue(random, c);
    c.magnitude = std::sqrt(static_cast<double>(group_in * op->kernel_shape[0] * op->kernel_shape[1]));
    check_op(random, c);
  }
}
