#include "engine/ops/conv.hpp"

#include "engine/ops/conv_transpose.hpp"
#include "engine/ops/op_test.hpp"

using namespace bricks;
using namespace bricks::test;

namespace {

Conv conv(std::vector<std::int64_t> kernel, auto set) {
  Conv op;
  op.kernel_shape = std::move(kernel);
  set(op);
  return op;
}
Conv conv(std::vector<std::int64_t> kernel) {
  return conv(std::move(kernel), [](Conv&) {});
}

}  // namespace

TEST_CASE("Conv: output shapes") {
  const auto stem = conv({7, 7}, [](Conv& c) { c.strides = {2, 2}, c.pads = {3, 3, 3, 3}; });
  CHECK(inferred(stem, {data({1, 3, 224, 224}), weight({64, 3, 7, 7}), weight({64})}) == "1x64x112x112");
  CHECK(inferred(stem, {data({5, 3, 224, 225}), weight({64, 3, 7, 7})}) == "5x64x112x113");
  CHECK(inferred(stem, {data({1, 3, 224, 224}), weight({64, 3, 7, 7}), absent()}) == "1x64x112x112");
  const auto bottom = conv({3, 3}, [](Conv& c) { c.strides = {2, 2}, c.pads = {0, 0, 1, 1}; });
  CHECK(inferred(bottom, {data({1, 8, 6, 6}), weight({8, 8, 3, 3})}) == "1x8x3x3");
  const auto depthwise = conv({3, 3}, [](Conv& c) { c.group = 8, c.dilations = {2, 1}; });
  CHECK(inferred(depthwise, {data({1, 8, 6, 6}), weight({16, 1, 3, 3})}) == "1x16x2x4");
}

TEST_CASE("Conv: multiply-accumulates and parameters") {
  const Conv op = conv({3, 3});
  const std::vector<InputType> inputs = {data({2, 4, 5, 5}), weight({6, 4, 3, 3}), weight({6})};
  CHECK(op.macs(inputs, op.infer(inputs)) == 2 * 6 * 3 * 3 * 4 * 9);
  CHECK_FALSE(op.is_parameter(0));
  CHECK(op.is_parameter(1));
  CHECK(op.is_parameter(2));
}

TEST_CASE("Conv: bad attributes") {
  const std::vector<InputType> inputs = {data({1, 4, 5, 5}), weight({6, 4, 3, 3})};
  const auto broken = [&](auto set) { return complaint(conv({3, 3}, set), inputs); };
  CHECK(broken([](Conv& c) { c.kernel_shape = {3}; }) == "kernel_shape has 1 values, expected 2");
  CHECK(broken([](Conv& c) { c.kernel_shape = {5, 5}; }) == "input 1 has shape 6x4x3x3, expected 6x4x5x5");
  CHECK(broken([](Conv& c) { c.strides = {0, 1}; }) == "strides is 0, expected 1 to 2147483648");
  CHECK(broken([](Conv& c) { c.strides = {1, std::int64_t{1} << 62}; }).starts_with("strides is 46116860"));
  CHECK(broken([](Conv& c) { c.pads = {-1, 0, 0, 0}; }) == "pads is -1, expected 0 to 2147483648");
  CHECK(broken([](Conv& c) { c.pads = {0, 0}; }) == "pads has 2 values, expected 4");
  CHECK(broken([](Conv& c) {
          c.dilations = {3, 3};
        }) == "the window covers 7 pixels, expected at most 5 (input 5 and pads)");
  CHECK(broken([](Conv& c) {
          c.dilations = {std::int64_t{1} << 31, 1};
        }).starts_with("the window covers 4294967297"));
  CHECK(broken([](Conv& c) { c.group = 0; }).starts_with("group is 0"));
  CHECK(broken([](Conv& c) { c.group = 3; }) ==
        "group is 3, expected a divisor of the 4 input and 6 output channels");
  CHECK(broken([](Conv& c) {
          c.pads = {1 << 30, 1 << 30, 1 << 30, 1 << 30};
        }).find("2^40") != std::string::npos);
}

TEST_CASE("Conv: bad inputs") {
  const Conv op = conv({3, 3});
  CHECK(complaint(op, {data({1, 4, 5, 5})}) == "1 inputs, expected 2 to 3");
  CHECK(complaint(op, {data({1, 4, 5, 5}), absent()}) == "input 1 is left out, expected a tensor");
  CHECK(complaint(op, {data({4, 5, 5}), weight({6, 4, 3, 3})}) == "input 0 has shape 4x5x5, expected rank 4");
  CHECK(complaint(op, {data({1, 4, 5, 5}), data({6, 4, 3, 3})}) ==
        "input 1 is computed by the model, expected a weight");
  CHECK(complaint(op, {data({1, 3, 5, 5}), weight({6, 4, 3, 3})}) ==
        "input 1 has shape 6x4x3x3, expected 6x3x3x3");
  CHECK(complaint(op, {data({1, 4, 5, 5}), weight({6, 4, 3, 3}), weight({5})}) ==
        "input 2 has shape 5, expected 6");
  CHECK(complaint(op, {data({1, 4, 5, 5}, ElementType::int64), weight({6, 4, 3, 3})}) ==
        "input 0 is int64, expected float32");
}

TEST_CASE("Conv: layouts") {
  const std::vector<InputType> inputs = {data({1, 4, 5, 5}), weight({6, 4, 3, 3})};
  using enum Layout;
  CHECK(choice(conv({3, 3}), inputs, {plain, plain}).inputs == std::vector{plain, plain});
  CHECK(choice(conv({3, 3}), inputs, {blocked, plain}).inputs == std::vector{blocked, plain});
  const std::vector<InputType> many = {data({1, 16, 5, 5}), weight({6, 16, 3, 3})};
  CHECK(choice(conv({3, 3}), many, {plain, plain}).inputs == std::vector{blocked, plain});
  const auto grouped = conv({3, 3}, [](Conv& c) { c.group = 2; });
  CHECK(choice(grouped, inputs, {plain, plain}).inputs == std::vector{blocked, plain});
  CHECK(choice(grouped, inputs, {plain, plain}).outputs == std::vector{blocked});
}

TEST_CASE("ConvTranspose") {
  ConvTranspose op;
  op.kernel_shape = {3, 3};
  op.strides = {2, 2};
  const std::vector<InputType> inputs = {data({1, 8, 64, 64}), weight({8, 4, 3, 3}), weight({4})};
  CHECK(inferred(op, inputs) == "1x4x129x129");
  CHECK(op.macs(inputs, op.infer(inputs)) == 8 * 64 * 64 * 4 * 9);
  op.pads = {1, 1, 1, 1};
  op.output_padding = {1, 0};
  CHECK(inferred(op, inputs) == "1x4x128x127");
  op.output_padding = {2, 0};
  CHECK(complaint(op, inputs) == "output_padding is 2, expected less than the stride, 2");
  op.output_padding = {0, 0};
  op.pads = {65, 0, 64, 0};
  CHECK(complaint(op, inputs) == "pads cut 129 of 129 output pixels, expected at least 1 left");
  op.pads = {0, 0, 0, 0};
  op.group = 2;
  CHECK(complaint(op, inputs) == "input 2 has shape 4, expected 8");
  op.strides = {std::int64_t{1} << 31, 1};
  op.group = 1;
  CHECK(complaint(op, {data({1, 8, 100000, 1}), weight({8, 4, 3, 3})}).find("2^40") != std::string::npos);
}
