// Random small models for property tests: every seed gives a legal graph with branches, shared weights and
// several outputs.
#pragma once

#include "engine/error.hpp"
#include "engine/graph/builder.hpp"
#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/binary.hpp"
#include "engine/ops/concat.hpp"
#include "engine/ops/conv.hpp"
#include "engine/ops/instance_normalization.hpp"
#include "engine/ops/pool.hpp"
#include "engine/ops/resize.hpp"
#include "engine/ops/unary.hpp"
#include "tests/support/kernel_test.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bricks::test {

class RandomGraph {
 public:
  explicit RandomGraph(Random& random) : random_(random), builder_("random") {
    maps_.push_back(
        builder_.input("image", {ElementType::float32, {1, pick(1, 8), pick(4, 12), pick(4, 12)}}));
  }

  Graph make(int layers) {
    for (int i = 0; i < layers; ++i) try_layer("l" + std::to_string(i));
    return builder_.finish();
  }

 private:
  int pick(int low, int high) { return random_int(random_, low, high); }
  TensorId any_map() {
    // Mostly the newest, so that graphs are deep, sometimes another, so that they branch.
    return pick(0, 3) ? maps_.back()
                      : maps_[static_cast<std::size_t>(pick(0, static_cast<int>(maps_.size()) - 1))];
  }
  TensorId weight(const std::string& name, Shape shape) {
    return builder_.weight(name, {ElementType::float32, shape});
  }
  TensorId like(TensorId id) {
    std::vector<TensorId> same;
    for (TensorId other : maps_)
      if (builder_.shape(other) == builder_.shape(id)) same.push_back(other);
    return same[static_cast<std::size_t>(pick(0, static_cast<int>(same.size()) - 1))];
  }

  void try_layer(const std::string& name) {
    try {
      maps_.push_back(layer(name));
    } catch (const Error&) {
      // A window larger than the map: leave the layer out.
    }
  }

  TensorId add(const std::string& name, OpPointer op, std::vector<TensorId> inputs) {
    return builder_.add(name, std::move(op), std::move(inputs)).front();
  }

  TensorId layer(const std::string& name) {
    const TensorId x = any_map();
    switch (pick(0, 9)) {
      case 0:
      case 1:
      case 2:
        return conv(name, x);
      case 3:
        return batch_normalization(name, x);
      case 4:
        return add(name, std::make_shared<Unary>(pick(0, 1) ? UnaryKind::relu : UnaryKind::sigmoid), {x});
      case 5:
        return add(name, std::make_shared<Unary>(UnaryKind::leaky_relu, 0.1f), {x});
      case 6:
        return add(name, std::make_shared<Binary>(Binary::Function::add), {x, like(x)});
      case 7:
        return pool(name, x);
      case 8:
        return add(name, std::make_shared<Concat>(), {x, like(x)});
      default:
        return resize(name, x);
    }
  }

  TensorId conv(const std::string& name, TensorId x) {
    const auto op = std::make_shared<Conv>();
    op->kernel_shape = {pick(1, 3), pick(1, 3)};
    op->strides = {pick(1, 2), pick(1, 2)};
    op->pads = {pick(0, 1), pick(0, 1), pick(0, 1), pick(0, 1)};
    op->dilations = {pick(1, 2), pick(1, 2)};
    const std::int64_t channels = builder_.shape(x)[1], out = pick(1, 8);
    const TensorId w = weight(name + ".w", {out, channels, op->kernel_shape[0], op->kernel_shape[1]});
    std::vector<TensorId> inputs{x, w};
    if (pick(0, 1)) inputs.push_back(weight(name + ".b", {out}));
    return add(name, op, inputs);
  }
  TensorId batch_normalization(const std::string& name, TensorId x) {
    const Shape channels{builder_.shape(x)[1]};
    const auto op = std::make_shared<BatchNormalization>();
    op->epsilon = 1.001e-5f;
    return add(name, op,
               {x, weight(name + ".scale", channels), weight(name + ".bias", channels),
                weight(name + ".mean", channels), weight(name + ".var", channels)});
  }
  TensorId pool(const std::string& name, TensorId x) {
    std::shared_ptr<Pool> op = std::make_shared<MaxPool>();
    if (pick(0, 1)) op = std::make_shared<AveragePool>();
    op->kernel_shape = {2, 2};
    op->strides = {pick(1, 2), 2};
    op->ceil_mode = pick(0, 1);
    return add(name, op, {x});
  }
  TensorId resize(const std::string& name, TensorId x) {
    const Shape& shape = builder_.shape(x);
    if (shape[2] > 16 || shape[3] > 16) throw Error("large enough");
    const auto op = std::make_shared<Resize>();
    op->scales = {2, 2};
    return add(name, op, {x});
  }

  Random& random_;
  GraphBuilder builder_;
  std::vector<TensorId> maps_;  // tensors of rank 4
};

}  // namespace bricks::test
