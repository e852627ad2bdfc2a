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

std::uint64_t of_last_unit(const Graph& graph) {
  const UnitGraph model = cut_into_units(graph, Execution::layerwise);
  return scratch_bytes(model, model.units.size() - 1);
}

std::uint64_t convolution(std::int64_t channels, const Kernel& kernel, std::int64_t side = 32) {
  test::ModelWriter model("m");
  auto op = std::make_shared<Conv>();
  const std::int64_t rows = kernel.weights[2], columns = kernel.weights[3];
  op->kernel_shape = {rows, columns};
  op->pads = {rows / 2, columns / 2, rows / 2, columns / 2};
  op->strides = {kernel.stride, kernel.stride};
  op->group = kernel.groups;
  const TensorId x = model.input({1, channels, side, side});
  model.add(op, {x, model.weight(kernel.weights)});
  return of_last_unit(model.finish());
}

std::uint64_t transposed(std::int64_t channels, std::int64_t side) {
  test::ModelWriter model("m");
  auto op = std::make_shared<ConvTranspose>();
  op->kernel_shape = {side, side};
  op->strides = {2, 2};
  const TensorId x = model.input({1, channels, 32, 32});
  model.add(op, {x, model.weight({channels, 32, side, side})});
  return of_last_unit(model.finish());
}

}  // namespace

TEST_CASE("convolutions that Winograd's method is for compute in scratch memory: their transformed input") {
  constexpr std::uint64_t of_channel = 36 * sizeof(float);  // of a tile
  const auto transformed = [](std::uint64_t bytes) { return bytes - other_scratch_bytes; };
  CHECK(transformed(convolution(32, {{32, 32, 3, 3}}, 28)) == 49 * 32 * of_channel);
  CHECK(transformed(convolution(64, {{32, 64, 3, 3}}, 28)) == 49 * 64 * of_channel);
  CHECK(transformed(convolution(32, {{32, 32, 3, 3}}, 14)) == 16 * 32 * of_channel);
  CHECK(transformed(convolution(32, {{32, 32, 3, 3}}, 256)) == 56 * 32 * of_channel);
  CHECK(transformed(convolution(32, {{32, 32, 1, 7}}, 32)) == 112 * 32 * 6 * sizeof(float));
  CHECK(transformed(convolution(32, {{32, 32, 7, 1}}, 16)) == 64 * 32 * 6 * sizeof(float));
  CHECK(transformed(transposed(32, 3)) == 56 * 32 * of_channel);
  CHECK(transformed(transposed(32, 4)) == 56 * 32 * of_channel);
}

TEST_CASE("kernels of several pieces keep the transformed input of a few channels at a time") {
  CHECK(convolution(32, {{32, 32, 7, 7}}) == other_scratch_bytes);
  CHECK(convolution(32, {{32, 32, 3, 3}, 2}) == other_scratch_bytes);
}

TEST_CASE("other units do not compute in scratch memory") {
  CHECK(convolution(32, {{32, 32, 1, 1}}) == 0);
  CHECK(convolution(3, {{32, 3, 7, 7}}) == 0);
  CHECK(convolution(32, {{32, 1, 3, 3}, 1, 32}) == 0);
  CHECK(convolution(32, {{32, 16, 3, 3}, 1, 2}) == 0);
  CHECK(convolution(32, {{32, 32, 1, 7}, 2}) == 0);
  CHECK(transposed(32, 2) == 0);
  CHECK(transposed(3, 4) == 0);
  test::ModelWriter model("m");
  model.unary(model.input({1, 32, 32, 32}));
  CHECK(of_last_unit(model.finish()) == 0);
}

}  // namespace bricks
