// Small models for tests: written by hand and drawn at random.
#pragma once

#include "engine/graph/builder.hpp"
#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/binary.hpp"
#include "engine/ops/concat.hpp"
#include "engine/ops/conv.hpp"
#include "engine/ops/gemm.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/pool.hpp"
#include "engine/ops/reshape.hpp"
#include "engine/ops/slice.hpp"
#include "engine/ops/unary.hpp"

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace bricks::test {

using ModelRandom = std::mt19937;
inline int draw(ModelRandom& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

// Layers in a row or with branches; names are counted.
class ModelWriter {
 public:
  explicit ModelWriter(const std::string& name) : builder(name) {}

  TensorId input(Shape shape) { return builder.input(fresh("x"), {ElementType::float32, std::move(shape)}); }
  TensorId weight(Shape shape) {
    return builder.weight(fresh("w"), {ElementType::float32, std::move(shape)});
  }
  TensorId add(OpPointer op, std::vector<TensorId> inputs) {
    return builder.add(fresh("l"), std::move(op), inputs)[0];
  }

  TensorId conv(TensorId x, std::int64_t channels, std::int64_t kernel, bool bias = true) {
    auto op = std::make_shared<Conv>();
    op->kernel_shape = {kernel, kernel};
    op->pads.assign(4, kernel / 2);
    std::vector<TensorId> inputs = {x, weight({channels, builder.shape(x)[1], kernel, kernel})};
    if (bias) inputs.push_back(weight({channels}));
    return add(op, inputs);
  }
  TensorId unary(TensorId x, UnaryKind kind = UnaryKind::relu) {
    return add(std::make_shared<Unary>(kind), {x});
  }
  TensorId norm(TensorId x) {
    const std::int64_t c = builder.shape(x)[1];
    return add(std::make_shared<BatchNormalization>(),
               {x, weight({c}), weight({c}), weight({c}), weight({c})});
  }
  TensorId sum(TensorId a, TensorId b) {
    return add(std::make_shared<Binary>(Binary::Function::add), {a, b});
  }
  TensorId max_pool(TensorId x, std::int64_t kernel = 2) {
    auto op = std::make_shared<MaxPool>();
    op->kernel_shape = {kernel, kernel};
    op->strides = {kernel, kernel};
    return add(op, {x});
  }
  TensorId identity(TensorId x) { return add(std::make_shared<Identity>(), {x}); }
  TensorId flatten(TensorId x) { return add(std::make_shared<Flatten>(), {x}); }
  TensorId linear(TensorId x, std::int64_t n, bool bias = true) {
    std::int64_t k = 1;
    for (std::size_t i = 1; i < builder.shape(x).size(); ++i) k *= builder.shape(x)[i];
    auto op = std::make_shared<Gemm>();
    op->transB = 1;
    std::vector<TensorId> inputs = {x, weight({n, k})};
    if (bias) inputs.push_back(weight({n}));
    return add(op, inputs);
  }
  Graph finish() { return builder.finish(); }

  GraphBuilder builder;

 private:
  std::string fresh(const char* prefix) { return prefix + std::to_string(count_++); }
  int count_ = 0;
};

// Convolutions in a row, each with its activation, a pool, a classifier.
inline Graph chain_model(int convolutions, bool bias = true) {
  ModelWriter model("chain");
  TensorId x = model.input({1, 3, 16, 16});
  for (int i = 0; i < convolutions; ++i) x = model.unary(model.conv(x, 16, 3, bias));
  model.linear(model.flatten(model.max_pool(x)), 10);
  return model.finish();
}

// y = relu(norm(conv(relu(norm(conv(x))))) + x), `blocks` times.
inline Graph residual_model(int blocks) {
  ModelWriter model("residual");
  TensorId x = model.unary(model.conv(model.input({1, 3, 8, 8}), 16, 3));
  for (int i = 0; i < blocks; ++i) {
    const TensorId inner = model.unary(model.norm(model.conv(x, 16, 3, false)));
    x = model.unary(model.sum(model.norm(model.conv(inner, 16, 3, false)), x));
  }
  return model.finish();
}

// Every value is of shape 1x8x8x8, so that anything fits anything. splits: also layers that take channels
// apart.
inline Graph random_model(ModelRandom& random, int layers, bool splits = true) {
  ModelWriter model("random");
  std::vector<TensorId> values = {model.input({1, 8, 8, 8})};
  if (draw(random, 0, 1) == 1) values.push_back(model.input({1, 8, 8, 8}));
  const TensorId shared = model.weight({8, 8, 1, 1});
  for (int i = 0; i < layers; ++i) {
    const auto pick = [&] {
      const int back = draw(random, 0, 3) == 0 ? draw(random, 1, static_cast<int>(values.size())) : 1;
      return values[values.size() - static_cast<std::size_t>(back)];
    };
    const TensorId x = pick();
    switch (draw(random, 0, splits ? 11 : 9)) {
      case 0:
      case 1:
        values.push_back(model.conv(x, 8, draw(random, 0, 1) == 0 ? 1 : 3, draw(random, 0, 1) == 0));
        break;
      case 2:
        values.push_back(model.norm(x));
        break;
      case 3:
      case 4:
        values.push_back(model.unary(x));
        break;
      case 5:
        values.push_back(model.sum(x, pick()));
        break;
      case 6:
        values.push_back(model.identity(x));
        break;
      case 7: {
        auto op = std::make_shared<Conv>();
        op->kernel_shape = {1, 1};
        values.push_back(model.add(op, {x, shared}));
        break;
      }
      case 8:
        values.push_back(model.unary(x, UnaryKind::sigmoid));
        break;
      case 9:
        values.push_back(model.conv(model.add(std::make_shared<Concat>(), {x, pick(), pick()}), 8, 1));
        break;
      case 10: {
        auto op = std::make_shared<Slice>();
        op->axes = {1};
        op->starts = {draw(random, 0, 4)};
        op->ends = {op->starts[0] + 4};
        const TensorId half = model.add(op, {x});
        values.push_back(model.add(std::make_shared<Concat>(), {half, model.unary(half)}));
        break;
      }
      default: {
        auto op = std::make_shared<Split>();
        op->axis = 1;
        op->split = {4, 4};
        const std::vector<TensorId> halves = model.builder.add("split" + std::to_string(i), op, {x});
        values.push_back(model.add(std::make_shared<Concat>(), {halves[1], halves[0]}));
        break;
      }
    }
    if (draw(random, 0, 9) == 0) model.builder.output(values.back());
  }
  model.builder.output(values.back());
  return model.finish();
}

}  // namespace bricks::test
