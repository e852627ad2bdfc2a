// Random small models for property tests: every seed gives a legal graph with branches, shared weights and
// several outputs.
#pragma once

#include "engine/error.hpp"
#include "engine/graph/builder.hpp"
#include "engine/ops/batch_normalization.hpp"
#include "engine/ops/binary.hpp"
#include "engine/ops/concat.hpp"
#include "engine/ops/conv.hpp"
#include "engine/ops/conv_transpose.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/instance_normalization.hpp"
#include "engine/ops/pad.hpp"
#include "engine/ops/pool.hpp"
#include "engine/ops/reshape.hpp"
#include "engine/ops/resize.hpp"
#include "engine/ops/slice.hpp"
#include "engine/ops/transpose.hpp"
#include "engine/ops/unary.hpp"
#include "tests/support/kernel_test.hpp"

#include <iterator>
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

  // A map of x's height and width.
  TensorId beside(TensorId id) {
    std::vector<TensorId> same;
    for (TensorId other : maps_)
      if (builder_.shape(other)[2] == builder_.shape(id)[2] &&
          builder_.shape(other)[3] == builder_.shape(id)[3])
        same.push_back(other);
    return same[static_cast<std::size_t>(pick(0, static_cast<int>(same.size()) - 1))];
  }
  // Mostly channels that no ISA's lanes divide, sometimes such that all do.
  int some_channels() { return pick(0, 3) ? pick(1, 8) : 16 * pick(1, 2); }

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
    using Maker = TensorId (RandomGraph::*)(const std::string&, TensorId);
    // Those that stand twice come twice as often.
    constexpr Maker makers[] = {
        &RandomGraph::conv,      &RandomGraph::conv,   &RandomGraph::grouped_conv,
        &RandomGraph::conv,      &RandomGraph::unary,  &RandomGraph::batch_normalization,
        &RandomGraph::unary,     &RandomGraph::binary, &RandomGraph::batch_normalization,
        &RandomGraph::binary,    &RandomGraph::deconv, &RandomGraph::instance_normalization,
        &RandomGraph::pool,      &RandomGraph::concat, &RandomGraph::gate,
        &RandomGraph::resize,    &RandomGraph::pad,    &RandomGraph::slice,
        &RandomGraph::transpose, &RandomGraph::split,  &RandomGraph::view};
    const int last = static_cast<int>(std::size(makers)) - 1;
    return (this->*makers[pick(0, last)])(name, any_map());
  }

  // Nothing that makes differences vanish (x - x, a squashed constant): a normalisation behind it would turn
  // rounding errors into all that there is.
  TensorId unary(const std::string& name, TensorId x) {
    constexpr UnaryKind kinds[] = {UnaryKind::relu, UnaryKind::relu, UnaryKind::leaky_relu, UnaryKind::tanh,
                                   UnaryKind::affine};
    return add(name, std::make_shared<Unary>(kinds[pick(0, 4)]), {x});
  }
  TensorId binary(const std::string& name, TensorId x) {
    using F = Binary::Function;
    constexpr F functions[] = {F::add, F::add, F::max};
    const TensorId other = pick(0, 2) ? like(x) : constant(name + ".constant", builder_.shape(x));
    const auto op = std::make_shared<Binary>(functions[pick(0, 2)]);
    return pick(0, 1) ? add(name, op, {x, other}) : add(name, op, {other, x});
  }
  // Read once more, perhaps by a view or a Concat, or not.
  TensorId constant(const std::string& name, const Shape& shape) {
    const TensorId id = add(name, std::make_shared<Constant>(), {weight(name + ".w", shape)});
    if (pick(0, 3) == 0) maps_.push_back(id);
    return id;
  }
  // A map weighed channel by channel.
  TensorId gate(const std::string& name, TensorId x) {
    const TensorId mean = add(name + ".mean", std::make_shared<GlobalAveragePool>(), {x});
    const TensorId open = add(name + ".open", std::make_shared<Unary>(UnaryKind::sigmoid), {mean});
    return add(name, std::make_shared<Binary>(Binary::Function::mul), {x, open});
  }
  TensorId concat(const std::string& name, TensorId x) {
    std::vector<TensorId> parts = {x};
    for (int more = pick(0, 3); more > 0; --more) parts.insert(parts.begin() + pick(0, 1), beside(x));
    return add(name, std::make_shared<Concat>(), parts);
  }
  TensorId view(const std::string& name, TensorId x) {
    if (pick(0, 1)) return add(name, std::make_shared<Identity>(), {x});
    const auto op = std::make_shared<Reshape>();
    const Shape& shape = builder_.shape(x);
    op->shape = {shape[0], shape[1] * shape[2], 1, shape[3]};
    return add(name, op, {x});
  }
  TensorId transpose(const std::string& name, TensorId x) {
    const auto op = std::make_shared<Transpose>();
    op->perm = {0, 2, 3, 1};
    if (pick(0, 1)) op->perm = {0, 1, 3, 2};
    return add(name, op, {x});
  }
  TensorId pad(const std::string& name, TensorId x) {
    const auto op = std::make_shared<Pad>();
    op->mode = static_cast<Pad::Mode>(pick(0, 2));
    op->pads = {0, pick(0, 4) == 0, pick(-1, 2), pick(-1, 2), 0, 0, pick(-1, 2), pick(-1, 2)};
    return add(name, op, {x});
  }
  TensorId slice(const std::string& name, TensorId x) {
    const auto op = std::make_shared<Slice>();
    op->axes = {pick(1, 3)};
    op->starts = {pick(0, 3) ? pick(-3, 3) : 16};
    op->ends = {std::int64_t{1} << 40};
    op->steps = {pick(1, 2)};
    return add(name, op, {x});
  }
  TensorId split(const std::string& name, TensorId x) {
    const auto op = std::make_shared<Split>();
    op->axis = pick(1, 3);
    const std::int64_t length = builder_.shape(x)[static_cast<std::size_t>(op->axis)];
    op->split = {length / 2, length - length / 2};
    const std::vector<TensorId> parts = builder_.add(name, op, {x});
    maps_.push_back(parts[0]);
    return parts[1];
  }
  TensorId instance_normalization(const std::string& name, TensorId x) {
    const Shape& shape = builder_.shape(x);
    if (shape[2] * shape[3] < 4) throw Error("too small for statistics");
    const Shape channels{shape[1]};
    return add(name, std::make_shared<InstanceNormalization>(),
               {x, weight(name + ".scale", channels), weight(name + ".shift", channels)});
  }
  TensorId deconv(const std::string& name, TensorId x) {
    const Shape shape = builder_.shape(x);
    if (shape[2] > 16 || shape[3] > 16) throw Error("large enough");
    const auto op = std::make_shared<ConvTranspose>();
    op->kernel_shape = {pick(2, 4), pick(2, 4)};
    op->strides = {2, pick(1, 2)};
    op->pads = {pick(0, 1), pick(0, 1), pick(0, 1), pick(0, 1)};
    const TensorId w = weight(name + ".w", {shape[1], pick(1, 6), op->kernel_shape[0], op->kernel_shape[1]});
    return add(name, op, {x, w});
  }
  TensorId grouped_conv(const std::string& name, TensorId x) {
    const auto op = std::make_shared<Conv>();
    op->kernel_shape = {3, 3};
    op->pads = {1, 1, 1, 1};
    op->strides = {pick(1, 2), 1};
    const std::int64_t channels = builder_.shape(x)[1];
    op->group = channels % 2 || pick(0, 1) ? channels : 2;
    const std::int64_t out = op->group * pick(1, 2);
    return add(name, op, {x, weight(name + ".w", {out, channels / op->group, 3, 3})});
  }
  TensorId conv(const std::string& name, TensorId x) {
    const auto op = std::make_shared<Conv>();
    op->kernel_shape = {pick(1, 3), pick(1, 3)};
    op->strides = {pick(1, 2), pick(1, 2)};
    op->pads = {pick(0, 1), pick(0, 1), pick(0, 1), pick(0, 1)};
    op->dilations = {pick(1, 2), pick(1, 2)};
    const std::int64_t channels = builder_.shape(x)[1], out = some_channels();
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
