#include "decompose/extract/scratch_use.hpp"

#include "decompose/test_support/models.hpp"
#include "engine/ops/conv_transpose.hpp"

#include <doctest/doctest.h>

namespace bricks {
namespace {

struct Kernel {
  Shape weights;  // output channels, input channels of a group, rows, columns
  std::int64_t stride = 1, groups = 1;
};

bool in_scratch(const Graph& graph) {
  const UnitGraph model = cut_into_units(graph, Execution::layerwise);
  return computes_in_scratch(model, model.units.size() - 1);
}

bool convolution(std::int64_t channels, const Kernel& kernel) {
  test::ModelWriter model("m");
  auto op = std::make_shared<Conv>();
  const std::int64_t rows = kernel.weights[2], columns = kernel.weights[3];
  op->kernel_shape = {rows, columns};
  op->pads = {rows / 2, columns / 2, rows / 2, columns / 2};
  op->strides = {kernel.stride, kernel.stride};
  op->group = kernel.groups;
  const TensorId x = model.input({1, channels, 32, 32});
  model.add(op, {x, model.weight(kernel.weights)});
  return in_scratch(model.finish());
}

bool transposed(std::int64_t channels, std::int64_t side) {
  test::ModelWriter model("m");
  auto op = std::make_shared<ConvTranspose>();
  op->kernel_shape = {side, side};
  op->strides = {2, 2};
  const TensorId x = model.input({1, channels, 32, 32});
  model.add(op, {x, model.weight({channels, 32, side, side})});
  return in_scratch(model.finish());
}

}  // namespace

TEST_CASE("convolutions that Winograd's method is for compute in scratch memory") {
  CHECK(convolution(32, {{32, 32, 3, 3}}));
  CHECK(convolution(32, {{32, 32, 7, 7}}));
  CHECK(convolution(32, {{32, 32, 3, 3}, 2}));
  CHECK(convolution(32, {{32, 32, 1, 7}}));
  CHECK(convolution(32, {{32, 32, 7, 1}}));
  CHECK(transposed(32, 3));
  CHECK(transposed(32, 4));
}

TEST_CASE("other units do not") {
  CHECK_FALSE(convolution(32, {{32, 32, 1, 1}}));
  CHECK_FALSE(convolution(3, {{32, 3, 7, 7}}));
  CHECK_FALSE(convolution(32, {{32, 1, 3, 3}, 1, 32}));
  CHECK_FALSE(convolution(32, {{32, 16, 3, 3}, 1, 2}));
  CHECK_FALSE(convolution(32, {{32, 32, 1, 7}, 2}));
  CHECK_FALSE(transposed(32, 2));
  CHECK_FALSE(transposed(3, 4));
  test::ModelWriter model("m");
  model.unary(model.input({1, 32, 32, 32}));
  CHECK_FALSE(in_scratch(model.finish()));
}

}  // namespace bricks
