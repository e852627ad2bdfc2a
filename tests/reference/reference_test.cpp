// The yardstick itself, on cases small enough to be worked out by hand.
#include "engine/graph/builder.hpp"
#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/binary.hpp"
#include "engine/ops/concat.hpp"
#include "engine/ops/conv.hpp"
#include "engine/ops/conv_transpose.hpp"
#include "engine/ops/expand.hpp"
#include "engine/ops/gather.hpp"
#include "engine/ops/gemm.hpp"
#include "engine/ops/instance_normalization.hpp"
#include "engine/ops/lrn.hpp"
#include "engine/ops/pad.hpp"
#include "engine/ops/pool.hpp"
#include "engine/ops/reduce.hpp"
#include "engine/ops/resize.hpp"
#include "engine/ops/slice.hpp"
#include "engine/ops/softmax.hpp"
#include "engine/ops/transpose.hpp"
#include "engine/ops/unary.hpp"
#include "tests/support/reference_executor.hpp"

#include <cmath>
#include <memory>
#include <numeric>
#include <unordered_map>

#include <doctest/doctest.h>

using namespace bricks;
using bricks::test::run_reference;
using bricks::test::Value;
using Numbers = std::vector<double>;

namespace {

Value counting(Shape shape) {
  Value value(TensorType{ElementType::float32, std::move(shape)});
  std::iota(value.numbers.begin(), value.numbers.end(), 1.0);
  return value;
}

class NamedWeights final : public Weights {
 public:
  const void* values(const Graph& graph, TensorId id) override {
    return stored.at(graph.tensor(id).name).data();
  }
  std::unordered_map<std::string, std::vector<std::byte>> stored;
};

// Output 0 of one layer: the first input is data, the others are weights.
Value layer(const OpPointer& op, const std::vector<Value>& inputs) {
  GraphBuilder builder("one");
  NamedWeights weights;
  std::vector<TensorId> ids{builder.input("x", inputs[0])};
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    ids.push_back(builder.weight("w" + std::to_string(i), inputs[i]));
    weights.stored["w" + std::to_string(i)] = test::elements_of(inputs[i]);
  }
  builder.add("layer", op, ids);
  return run_reference(builder.finish(), weights, {inputs.data(), 1}).front();
}

template <class T, class Set>
std::shared_ptr<T> with(Set set) {
  auto op = std::make_shared<T>();
  set(*op);
  return op;
}

void check_near(const Value& value, const Numbers& expected) {
  REQUIRE(value.numbers.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(value.numbers[i] == doctest::Approx(expected[i]).epsilon(1e-7));
}

}  // namespace

TEST_CASE("convolution: pads on one side, stride, dilation, groups, bias") {
  const Value x = counting({1, 1, 3, 3});
  const Value ones({1, 1, 2, 2}, {1, 10, 100, 1000});
  CHECK(layer(with<Conv>([](Conv& op) {
                op.kernel_shape = {2, 2};
              }),
              {x, ones})
            .numbers == Numbers{5421, 6532, 8754, 9865});
  CHECK(layer(with<Conv>([](Conv& op) {
                op.kernel_shape = {2, 2};
                op.pads = {1, 0, 0, 1};
                op.strides = {2, 2};
              }),
              {x, ones, Value({1}, {0.5})})
            .numbers == Numbers{2100.5, 300.5, 8754.5, 906.5});
  CHECK(layer(with<Conv>([](Conv& op) {
                op.kernel_shape = {2, 2};
                op.dilations = {2, 2};
              }),
              {x, ones})
            .numbers == Numbers{1 + 30 + 700 + 9000});
  CHECK(layer(with<Conv>([](Conv& op) {
                op.kernel_shape = {1, 1};
                op.group = 2;
              }),
              {counting({1, 4, 1, 1}), Value({2, 2, 1, 1}, {1, 10, 1, 10})})
            .numbers == Numbers{21, 43});
}

TEST_CASE("transposed convolution: stride, pads, output padding, groups") {
  const Value x({1, 1, 1, 2}, {1, 2});
  const Value w({1, 1, 1, 3}, {1, 10, 100});
  const auto op = with<ConvTranspose>([](ConvTranspose& o) {
    o.kernel_shape = {1, 3};
    o.strides = {1, 2};
  });
  CHECK(layer(op, {x, w, Value({1}, {0.5})}).numbers == Numbers{1.5, 10.5, 102.5, 20.5, 200.5});
  op->pads = {0, 1, 0, 1};
  op->output_padding = {0, 1};
  CHECK(layer(op, {x, w}).numbers == Numbers{10, 102, 20, 200});
  CHECK(layer(with<ConvTranspose>([](ConvTranspose& o) {
                o.kernel_shape = {1, 1};
                o.group = 2;
              }),
              {counting({1, 2, 1, 1}), Value({2, 2, 1, 1}, {1, 2, 3, 4})})
            .numbers == Numbers{1, 2, 6, 8});
}

TEST_CASE("matrix products") {
  const Value a = counting({2, 2});
  const Value b({2, 2}, {1, 10, 100, 1000});
  CHECK(layer(std::make_shared<Gemm>(), {a, b, Value({2}, {0.5, -0.5})}).numbers ==
        Numbers{201.5, 2009.5, 403.5, 4029.5});
  CHECK(layer(with<Gemm>([](Gemm& op) {
                op.transB = 1;
                op.alpha = 2;
                op.beta = 3;
              }),
              {a, b, Value({2, 1}, {1, 2})})
            .numbers == Numbers{2 * 21 + 3, 2 * 2100 + 3, 2 * 43 + 6, 2 * 4300 + 6});
  CHECK(layer(with<Gemm>([](Gemm& op) { op.transA = 1; }), {a, b}).numbers == Numbers{301, 3010, 402, 4020});
  CHECK(layer(std::make_shared<MatMul>(), {counting({2, 1, 2}), b}).numbers == Numbers{201, 2010, 403, 4030});
  CHECK(layer(std::make_shared<MatMul>(), {counting({2, 2}), Value({2}, {1, 10})}).numbers ==
        Numbers{21, 43});
}

TEST_CASE("normalisations") {
  check_near(layer(with<BatchNormalization>([](BatchNormalization& op) { op.epsilon = 1; }),
                   {Value({1, 2, 1, 1}, {5, 7}), Value({2}, {2, 3}), Value({2}, {0.5, 1}), Value({2}, {1, 2}),
                    Value({2}, {3, 8})}),
             {4.5, 6});
  check_near(layer(with<InstanceNormalization>([](InstanceNormalization& op) { op.epsilon = 0; }),
                   {Value({1, 1, 1, 2}, {3, 7}), Value({1}, {2}), Value({1}, {10})}),
             {8, 12});
  check_near(layer(with<LayerNormalization>([](LayerNormalization& op) { op.epsilon = 0; }),
                   {Value({2, 2}, {3, 7, 1, 2}), Value({2}, {1, 2})}),
             {-1, 2, -1, 2});
  check_near(layer(with<Lrn>([](Lrn& op) {
                     op.size = 3;
                     op.alpha = 3;
                     op.beta = 1;
                   }),
                   {Value({1, 4, 1, 1}, {1, 2, 3, 4})}),
             {1.0 / 6, 2.0 / 15, 3.0 / 30, 4.0 / 26});
}

TEST_CASE("pooling: padding counted or not, rounding up, dilation") {
  const Value x = counting({1, 1, 1, 4});
  const auto pool = [&](auto op) {
    op->kernel_shape = {1, 3};
    op->strides = {1, 2};
    op->pads = {0, 1, 0, 0};
    op->ceil_mode = 1;
    return op;
  };
  CHECK(layer(pool(std::make_shared<MaxPool>()), {x}).numbers == Numbers{2, 4});
  check_near(layer(pool(std::make_shared<AveragePool>()), {x}), {1.5, 3});
  const auto counted = pool(std::make_shared<AveragePool>());
  counted->count_include_pad = 1;
  check_near(layer(counted, {x}), {1, 3});
  counted->kernel_shape = {1,
                           4};  // the second window reaches past the padded input, which counts for nothing
  check_near(layer(counted, {x}), {1.5, 3});
  CHECK(layer(with<MaxPool>([](MaxPool& op) {
                op.kernel_shape = {1, 2};
                op.dilations = {1, 3};
              }),
              {Value({1, 1, 1, 4}, {1, 9, 8, 2})})
            .numbers == Numbers{2});
  CHECK(layer(std::make_shared<GlobalAveragePool>(), {x}).numbers == Numbers{2.5});
  CHECK(layer(std::make_shared<GlobalMaxPool>(), {x}).numbers == Numbers{4});
}

TEST_CASE("elementwise with broadcasting") {
  const Value x = counting({2, 2});
  CHECK(layer(std::make_shared<Binary>(Binary::Function::sub), {x, Value({2}, {10, 20})}).numbers ==
        Numbers{-9, -18, -7, -16});
  CHECK(layer(std::make_shared<Binary>(Binary::Function::mul), {x, Value({2, 1}, {10, 20})}).numbers ==
        Numbers{10, 20, 60, 80});
  CHECK(layer(std::make_shared<Binary>(Binary::Function::squared_difference), {x, Value({}, {2})}).numbers ==
        Numbers{1, 0, 1, 4});
  CHECK(layer(std::make_shared<Unary>(UnaryKind::clip, 2.0f, 3.0f), {x}).numbers == Numbers{2, 2, 3, 3});
  check_near(layer(std::make_shared<Unary>(UnaryKind::sqrt_ratio), {x}),
             {0.5, std::sqrt(2) / 3, std::sqrt(3) / 4, 0.4});
  CHECK(layer(std::make_shared<Sum>(), {x, x, x}).numbers == Numbers{3, 6, 9, 12});
}

TEST_CASE("reductions and softmax") {
  const Value x = counting({2, 3});
  using F = Reduce::Function;
  CHECK(layer(std::make_shared<Reduce>(F::sum, std::vector<std::int64_t>{0}), {x}).numbers ==
        Numbers{5, 7, 9});
  CHECK(layer(std::make_shared<Reduce>(F::mean, std::vector<std::int64_t>{-1}, false), {x}).numbers ==
        Numbers{2, 5});
  CHECK(layer(std::make_shared<Reduce>(F::sum_square), {x}).numbers == Numbers{91});
  check_near(layer(std::make_shared<Reduce>(F::log_sum_exp), {Value({2}, {1000, 1000})}),
             {1000 + std::log(2)});
  const Value ties({2, 3}, {1, 5, 5, 7, 0, 7});
  const auto arg = std::make_shared<ArgReduce>(true);
  arg->axis = 1;
  CHECK(layer(arg, {ties}).numbers == Numbers{1, 0});
  arg->select_last_index = 1;
  CHECK(layer(arg, {ties}).numbers == Numbers{2, 2});
  check_near(
      layer(with<Softmax>([](Softmax& op) { op.axis = 0; }), {Value({2, 2}, {0, 1000, std::log(3), 1000})}),
      {0.25, 0.5, 0.75, 0.5});
}

TEST_CASE("movements") {
  const Value x = counting({2, 3});
  CHECK(layer(std::make_shared<Transpose>(), {x}).numbers == Numbers{1, 4, 2, 5, 3, 6});
  CHECK(layer(with<Concat>([](Concat& op) { op.axis = -1; }), {x, Value({2, 1}, {8, 9})}).numbers ==
        Numbers{1, 2, 3, 8, 4, 5, 6, 9});
  CHECK(layer(with<Slice>([](Slice& op) {
                op.starts = {-1};
                op.ends = {-9};
                op.axes = {1};
                op.steps = {-2};
              }),
              {x})
            .numbers == Numbers{3, 1, 6, 4});
  CHECK(layer(with<Pad>([](Pad& op) {
                op.mode = Pad::Mode::reflect;
                op.pads = {0, 2, 0, 1};
              }),
              {Value({1, 3}, {1, 2, 3})})
            .numbers == Numbers{3, 2, 1, 2, 3, 2});
  CHECK(layer(with<Pad>([](Pad& op) {
                op.pads = {0, -1, 0, 1};
                op.value = 7;
              }),
              {Value({1, 3}, {1, 2, 3})})
            .numbers == Numbers{2, 3, 7});
  CHECK(layer(with<Replicate>([](Replicate& op) {
                op.axis = 1;
                op.dims = {2};
              }),
              {x})
            .numbers == Numbers{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6});
  CHECK(layer(with<Gather>([](Gather& op) {
                op.axis = 1;
                op.indices = {-1, 0};
              }),
              {x})
            .numbers == Numbers{3, 1, 6, 4});
  Value indices({2, 2}, {1, 0, -1, 7});
  indices.type = ElementType::int64;
  CHECK(layer(std::make_shared<GatherND>(), {x, indices}).numbers == Numbers{4, 0});
}

TEST_CASE("resizing") {
  const Value x({1, 1, 1, 2}, {10, 20});
  const auto resized = [&](Resize::Mode mode, kernels::ResizeCoordinates coordinates) {
    return layer(with<Resize>([&](Resize& op) {
                   op.mode = mode;
                   op.coordinate_transformation_mode = coordinates;
                   op.sizes = {1, 4};
                 }),
                 {x});
  };
  using Coordinates = kernels::ResizeCoordinates;
  check_near(resized(Resize::Mode::linear, Coordinates::half_pixel), {10, 12.5, 17.5, 20});
  check_near(resized(Resize::Mode::linear, Coordinates::align_corners), {10, 40.0 / 3, 50.0 / 3, 20});
  check_near(resized(Resize::Mode::linear, Coordinates::asymmetric), {10, 15, 20, 20});
  CHECK(resized(Resize::Mode::nearest, Coordinates::half_pixel).numbers == Numbers{10, 10, 20, 20});
  CHECK(resized(Resize::Mode::nearest, Coordinates::asymmetric).numbers == Numbers{10, 10, 20, 20});
}
