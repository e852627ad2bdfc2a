#include "engine/ops/concat.hpp"
#include "engine/ops/expand.hpp"
#include "engine/ops/gather.hpp"
#include "engine/ops/op_test.hpp"
#include "engine/ops/pad.hpp"
#include "engine/ops/reshape.hpp"
#include "engine/ops/resize.hpp"
#include "engine/ops/slice.hpp"
#include "engine/ops/transpose.hpp"

using namespace bricks;
using namespace bricks::test;
using enum Layout;

namespace {

using Layouts = std::vector<Layout>;
using Integers = std::vector<std::int64_t>;
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

std::string reshaped(Shape from, Integers to) {
  Reshape op;
  op.shape = std::move(to);
  const std::string text = complaint(op, {data(from)});
  return text == "no error" ? inferred(op, {data(from)}) : text;
}

std::string sliced(Shape from, Integers starts, Integers ends, Integers axes = {}, Integers steps = {}) {
  Slice op;
  op.starts = std::move(starts), op.ends = std::move(ends), op.axes = std::move(axes),
  op.steps = std::move(steps);
  const std::string text = complaint(op, {data(from)});
  return text == "no error" ? inferred(op, {data(from)}) : text;
}

}  // namespace

TEST_CASE("Reshape") {
  CHECK(reshaped({2, 6, 4}, {0, -1}) == "2x24");
  CHECK(reshaped({2, 6, 4}, {0, 3, 2, 4}) == "2x3x2x4");
  CHECK(reshaped({1}, {}) == "scalar");
  CHECK(reshaped({2, 6}, {0, 5}) == "shape is [0,5], expected as many elements as the input's 2x6");
  CHECK(reshaped({2, 6}, {5, -1}) == "shape is [5,-1], expected as many elements as the input's 2x6");
  CHECK(reshaped({2, 6}, {-1, -1}) == "shape is [-1,-1], expected at most one -1");
  CHECK(reshaped({12}, {12, 0}) == "shape is [12,0], expected 0 only where the input 12 has a dimension");
  CHECK(reshaped({12}, {-2, 6}).starts_with("shape is -2, expected -1"));
  CHECK(reshaped({12}, {largest, 2, 6}).starts_with("shape is 9223372036854775807"));
  CHECK(reshaped({12}, {std::int64_t{1} << 40, std::int64_t{1} << 40}).find("2^40") != std::string::npos);
  CHECK(Reshape().is_view({}, plain));
  CHECK_FALSE(Reshape().is_view({}, blocked));
  CHECK(choice(Reshape(), {data({1, 2, 3, 4})}, {blocked}).inputs == Layouts{blocked});
  CHECK(choice(Reshape(), {data({1, 2, 3, 4})}, {blocked}).outputs == Layouts{plain});
}

TEST_CASE("Flatten, Squeeze, Unsqueeze") {
  Flatten flatten;
  CHECK(inferred(flatten, {data({2, 3, 4})}) == "2x12");
  flatten.axis = 0;
  CHECK(inferred(flatten, {data({2, 3, 4})}) == "1x24");
  flatten.axis = -1;
  CHECK(inferred(flatten, {data({2, 3, 4})}) == "6x4");
  flatten.axis = 4;
  CHECK(complaint(flatten, {data({2, 3, 4})}) == "axis is 4, expected -3 to 3");
  Squeeze squeeze;
  CHECK(inferred(squeeze, {data({2, 1, 4, 1})}) == "2x4");
  squeeze.axes = {-1};
  CHECK(inferred(squeeze, {data({2, 1, 4, 1})}) == "2x1x4");
  squeeze.axes = {0};
  CHECK(complaint(squeeze, {data({2, 1})}) == "axis 0 of 2x1 has size 2, expected 1");
  Unsqueeze unsqueeze;
  unsqueeze.axes = {0, -1};
  CHECK(inferred(unsqueeze, {data({2, 3})}) == "1x2x3x1");
  unsqueeze.axes = {1, 1};
  CHECK(complaint(unsqueeze, {data({2, 3})}) == "axes is [1,1], expected each axis once");
}

TEST_CASE("Transpose") {
  Transpose op;
  CHECK(inferred(op, {data({2, 3, 4})}) == "4x3x2");
  op.perm = {0, 2, 3, 1};
  CHECK(inferred(op, {data({1, 3, 4, 5})}) == "1x4x5x3");
  CHECK(complaint(op, {data({3, 4, 5})}) == "perm has 4 values, expected 3");
  op.perm = {0, 1, 1};
  CHECK(complaint(op, {data({3, 4, 5})}) == "perm is [0,1,1], expected each axis once");
  op.perm = {0, 1, 3};
  CHECK(complaint(op, {data({3, 4, 5})}) == "perm is 3, expected 0 to 2");
}

TEST_CASE("Slice") {
  CHECK(sliced({1, 10}, {1}, {5}, {1}) == "1x4");
  CHECK(sliced({1, 10}, {0, -3}, {largest, largest}) == "1x3");
  CHECK(sliced({1, 10}, {largest}, {smallest}, {1}, {-1}) == "1x10");
  CHECK(sliced({1, 10}, {8}, {1}, {-1}, {-3}) == "1x3");
  CHECK(sliced({1, 10}, {0}, {largest}, {1}, {smallest}).starts_with("nothing is left of axis 1"));
  CHECK(sliced({1, 10}, {9}, {smallest}, {1}, {smallest}) == "1x1");
  CHECK(sliced({1, 10}, {0}, {10}, {1}, {largest}) == "1x1");
  Slice rows;
  rows.starts = {0}, rows.ends = {4}, rows.axes = {0}, rows.steps = {largest};
  CHECK(rows.cuts({4, 4})[0].step == 1);  // a kernel multiplies it by what a row has
  CHECK(sliced({1, 10}, {5}, {5}, {1}).starts_with("nothing is left of axis 1 of 1x10: [5, 5)"));
  CHECK(sliced({1, 10}, {0}, {5}, {1}, {0}) == "steps are [0], expected none to be 0");
  CHECK(sliced({1, 10}, {0}, {5, 6}, {1}) == "ends has 2 values, expected 1");
  CHECK(sliced({1, 10}, {0, 0, 0}, {1, 1, 1}) == "starts has 3 values, expected at most 2");
  CHECK(sliced({1, 10}, {0}, {5}, {2}) == "axes is 2, expected -2 to 1");
  Slice crop;
  crop.starts = {1, 1}, crop.ends = {largest, largest}, crop.axes = {2, 3};
  CHECK(choice(crop, {data({1, 3, 5, 5})}, {blocked}).outputs == Layouts{blocked});
  crop.axes = {1, 3};
  CHECK(choice(crop, {data({1, 3, 5, 5})}, {blocked}).outputs == Layouts{plain});
}

TEST_CASE("Pad") {
  Pad op;
  op.pads = {0, 0, 1, 2, 0, 0, 3, -1};
  CHECK(inferred(op, {data({1, 2, 4, 4})}) == "1x2x8x5");
  CHECK(choice(op, {data({1, 2, 4, 4})}, {blocked}).outputs == Layouts{blocked});
  op.mode = Pad::Mode::reflect;
  CHECK(inferred(op, {data({1, 2, 4, 4})}) == "1x2x8x5");
  CHECK(complaint(op, {data({1, 2, 3, 4})}) ==
        "pads are [0,0,1,2,0,0,3,-1], expected less than axis 2, which has 3, in reflect mode");
  CHECK(complaint(op, {data({2, 4, 4})}) == "pads has 8 values, expected 6");
  op.mode = Pad::Mode::constant;
  op.pads = {-2, 0, 0, -2};
  CHECK(complaint(op, {data({2, 4})}) ==
        "pads are [-2,0,0,-2], expected to leave something of axis 0, which has 2");
  op.pads = {smallest, 0, 0, 0};
  CHECK(complaint(op, {data({2, 4})}).starts_with("pads is -9223372036854775808, expected"));
  op.pads = {0, 1, 0, 0, 0, 0, 0, 0};
  CHECK(choice(op, {data({1, 2, 4, 4})}, {blocked}).outputs == Layouts{plain});
}

TEST_CASE("Resize") {
  Resize op;
  const std::vector<InputType> inputs = {data({1, 2, 5, 7})};
  CHECK(complaint(op, inputs) == "neither scales and sizes, expected one of them");
  op.scales = {2, 1.5f};
  CHECK(inferred(op, inputs) == "1x2x10x10");
  op.sizes = {3, 4};
  CHECK(complaint(op, inputs) == "both scales and sizes, expected one of them");
  op.scales.clear();
  CHECK(inferred(op, inputs) == "1x2x3x4");
  op.sizes = {3};
  CHECK(complaint(op, inputs) == "sizes has 1 values, expected 2");
  op.sizes.clear();
  for (float scale : {0.0f, -1.0f, 1e30f, std::numeric_limits<float>::quiet_NaN()}) {
    op.scales = {1, scale};
    CHECK(complaint(op, inputs).find("expected 1 to 2^31 output pixels") != std::string::npos);
  }
}

TEST_CASE("Concat and Split") {
  Concat concat;
  const InputType a = data({1, 2, 3, 3}), b = data({1, 5, 3, 3});
  CHECK(inferred(concat, {a, b, weight({1, 1, 3, 3})}) == "1x8x3x3");
  CHECK(complaint(concat, {a, data({1, 2, 3, 4})}) == "input 1 has shape 1x2x3x4, expected 1x2x3x3");
  CHECK(complaint(concat, {a, data({1, 2, 3})}) == "input 1 has shape 1x2x3, expected rank 4");
  CHECK(complaint(concat, {a, data({1, 2, 3, 3}, ElementType::int64)}) ==
        "input 1 is int64, expected float32");
  CHECK(choice(concat, {a, b}, {plain, blocked}).inputs == Layouts{blocked, blocked});
  concat.axis = 2;
  CHECK(choice(concat, {a, a}, {plain, blocked}).inputs == Layouts{plain, plain});
  concat.axis = 4;
  CHECK(complaint(concat, {a, b}) == "axis is 4, expected -4 to 3");

  Split split;
  split.axis = 1, split.split = {1, 4};
  CHECK(inferred(split, {b}) == "1x1x3x3 1x4x3x3");
  for (const Integers& lengths : {Integers{1, 3}, Integers{1, 5}, Integers{6, 1}, Integers{}}) {
    split.split = lengths;
    CHECK(complaint(split, {b}).find("expected lengths whose sum is 5") != std::string::npos);
  }
  split.split = {6, -1};
  CHECK(complaint(split, {b}).find("expected") != std::string::npos);
}

TEST_CASE("Expand and Replicate") {
  Expand expand;
  expand.shape = {4, 1, 3};
  CHECK(inferred(expand, {data({2, 1})}) == "4x2x3");
  CHECK(complaint(expand, {data({2, 2})}) == "shapes 2x2 and 4x1x3, expected shapes that broadcast");
  expand.shape = {0};
  CHECK(complaint(expand, {data({2, 2})}).starts_with("shape is 0, expected 1"));
  Replicate replicate;
  replicate.axis = 2, replicate.dims = {7, 5};
  CHECK(inferred(replicate, {data({2, 3})}) == "2x3x7x5");
  CHECK(choice(replicate, {data({2, 3})}, {plain}).outputs == Layouts{blocked});
  CHECK(choice(replicate, {data({2, 3, 4})}, {plain}).outputs == Layouts{plain});
  replicate.axis = 3;
  CHECK(complaint(replicate, {data({2, 3})}) == "axis is 3, expected 0 to 2");
}

TEST_CASE("Gather and GatherND") {
  Gather gather;
  const InputType x = data({2, 5, 3});
  CHECK(complaint(gather, {x}) == "expected indices either as an input or as an attribute");
  gather.axis = 1;
  CHECK(inferred(gather, {x, data({4, 2}, ElementType::int64)}) == "2x4x2x3");
  CHECK(complaint(gather, {x, data({4, 2})}) == "input 1 is float32, expected int64");
  gather.indices = {4, -5};
  CHECK(inferred(gather, {x}) == "2x2x3");
  gather.indices = {5};
  CHECK(complaint(gather, {x}) == "indices is 5, expected -5 to 4");
  gather.indices = {1};
  gather.scalar = 1;
  CHECK(inferred(gather, {x}) == "2x3");
  gather.indices = {1, 2};
  CHECK(complaint(gather, {x}) == "indices has 2 values, expected 1");

  GatherND nd;
  nd.batch_dims = 1;
  CHECK(inferred(nd, {x, data({2, 1}, ElementType::int64)}) == "2x3");
  CHECK(inferred(nd, {x, data({2, 7, 2}, ElementType::int64)}) == "2x7");
  CHECK(complaint(nd, {x, data({2, 3}, ElementType::int64)}) ==
        "the indices have 3 components, expected at most 2");
  CHECK(complaint(nd, {x, data({3, 1}, ElementType::int64)}) ==
        "shapes 2x5x3 and 3x1, expected equal batch dimensions");
  nd.batch_dims = 2;
  CHECK(complaint(nd, {x, data({2, 1}, ElementType::int64)}) == "batch_dims is 2, expected 0 to 1");
}
