// Writes a model down layer by layer, in the order and the terms of DLBricks' Table 1; every model of the zoo
// is built through it.
//
// One call is one layer. Shapes are those of ONNX, with the batch in front; axes count without it, as in the
// paper, so axis 0 of an image is its channels. Layers are named after what they are and a running number
// ("conv12", "relu3"), their weights after the layer ("conv12.weight"). A shape that does not fit throws
// bricks::Error with the layer's name.
#pragma once

#include "engine/graph/builder.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bricks::zoo {

using Value = TensorId;

struct Extent {
  std::int64_t height = 0;
  std::int64_t width = 0;
  Extent() = default;
  Extent(std::int64_t side) : height(side), width(side) {}
  Extent(std::int64_t h, std::int64_t w) : height(h), width(w) {}
  bool operator==(const Extent&) const = default;
};

struct Pads {
  std::int64_t top = 0, left = 0, bottom = 0, right = 0;
  Pads() = default;
  Pads(std::int64_t all) : top(all), left(all), bottom(all), right(all) {}
  Pads(std::int64_t t, std::int64_t l, std::int64_t b, std::int64_t r)
      : top(t), left(l), bottom(b), right(r) {}
};
// The window's centre walks over every cell: half a kernel of zeros on each side.
inline Pads half(Extent kernel) {
  return {kernel.height / 2, kernel.width / 2, kernel.height / 2, kernel.width / 2};
}
inline const Pads bottom_right{0, 0, 1, 1};

// How large a model is built: tests use small ones.
struct Size {
  std::optional<Extent> image;  // in place of the model's own
  std::int64_t divisor = 1;     // every inner number of channels is divided by it
  std::int64_t batch = 1;
};

// A number of channels, to be divided by Size::divisor (never below 1) unless it is fixed: classes,
// coordinates, colours.
struct Channels {
  std::int64_t count;
  bool divided = true;
  Channels(std::int64_t n) : count(n) {}
  Channels(std::int64_t n, bool d) : count(n), divided(d) {}
};
inline Channels fixed(std::int64_t count) { return {count, false}; }

// C(o,k,s,p,d,g) of the specification.
struct Convolution {
  Extent kernel;
  std::int64_t stride = 1;
  Pads pads = 0;
  std::int64_t dilation = 1;
  Channels groups = fixed(1);
};
enum class Bias : std::uint8_t { no, yes };

enum class Rounding : std::uint8_t { floor, ceil };

struct Pooling {
  Extent kernel;
  std::int64_t stride = 1;
  Pads pads = 0;
  Rounding rounding = Rounding::floor;
};

// A half-open range along one axis.
struct Range {
  std::int64_t begin, end;
};

class Net {
 public:
  Net(const std::string& name, const Size& size);
  Graph finish();

  // An input image; its own extent gives way to Size::image.
  Value image(std::int64_t channels, Extent own);
  Value input(const std::string& name, Shape shape);

  // The shape without the batch.
  Shape shape(Value x) const;
  std::int64_t channels(Value x) const { return shape(x).at(0); }
  Extent extent(Value x) const { return {shape(x).at(1), shape(x).at(2)}; }

  Value conv(Value x, Channels out, const Convolution& how, Bias bias = Bias::yes);
  Value deconv(Value x, Channels out, const Convolution& how, Bias bias = Bias::yes);
  // Flattens x first, implicitly.
  Value linear(Value x, Channels out);
  Value batch_norm(Value x, float epsilon, float momentum = 0.9F);
  Value instance_norm(Value x, float epsilon);
  // Over five channels, with alpha 1e-4, beta 0.75 and bias 1.
  Value lrn(Value x);

  Value max_pool(Value x, const Pooling& how);
  // Padded cells count.
  Value average_pool(Value x, const Pooling& how);
  // Mean and sum over axes, which vanish.
  Value mean(Value x, const std::vector<std::int64_t>& axes);
  Value sum(Value x, const std::vector<std::int64_t>& axes);
  // Mean over height and width.
  Value global_mean(Value x) { return mean(x, {1, 2}); }

  Value relu(Value x);
  Value relu6(Value x);
  Value leaky_relu(Value x, float slope);
  Value identity(Value x);
  Value sigmoid(Value x);
  Value exp(Value x);
  Value sqrt(Value x);
  Value affine(Value x, float alpha, float beta = 0);  // alpha x + beta
  Value scaled_tanh(Value x);                          // 0.5 + 0.5 tanh(x)
  Value square(Value x);
  Value scaled_exp(Value x);  // exp(0.2 x)
  Value sqrt_ratio(Value x);  // sqrt(x) / (1 + x)
  Value log_square(Value x);  // log(max(1e-20, x^2))
  Value dropout(Value x, float ratio);
  Value softmax(Value x, std::int64_t axis);

  // The paper's Threading: two inputs.
  Value add(Value x, Value y);
  Value subtract(Value x, Value y);
  Value multiply(Value x, Value y);
  Value divide(Value x, Value y);
  Value add_scaled(Value x, Value y, float alpha);  // x + alpha y
  Value squared_difference(Value x, Value y);
  Value divide_epsilon(Value x, Value y);  // x / (1e-6 + y)
  // The paper's Total: two inputs and more.
  Value total(const std::vector<Value>& xs);

  Value constant(const Shape& shape);
  Value constant_times(Value x);
  Value constant_plus(Value x);

  Value concat(const std::vector<Value>& xs);
  Value pad_zero(Value x, Pads pads);
  Value pad_reflect(Value x, Pads pads);
  Value upsample(Value x);           // nearest, to twice the extent
  Value upsample_bilinear(Value x);  // to twice the extent
  Value resize_bilinear(Value x, Extent to);
  // Ranges of `axis` and those behind it.
  Value slice(Value x, std::int64_t axis, const std::vector<Range>& ranges);
  // One index of an axis, which vanishes.
  Value part(Value x, std::int64_t axis, std::int64_t index);
  // Repeats along new axes that are put in at `axis`.
  Value replicate(Value x, std::int64_t axis, const Shape& sizes);
  Value transpose(Value x, const std::vector<std::int64_t>& order);
  Value reshape(Value x, const Shape& shape);
  Value flatten(Value x);
  // Axes first to last become one.
  Value flatten(Value x, std::int64_t first, std::int64_t last);

  Value ordering(Value x);  // index of the largest element
  Value extract(Value x, Value index);
  // The last element of a sequence, given as its elements.
  Value sequence_last(const std::vector<Value>& states);

  // The commonest pairs.
  Value conv_relu(Value x, Channels out, const Convolution& how, Bias bias = Bias::yes) {
    return relu(conv(x, out, how, bias));
  }
  Value softmax_linear(Value x, std::int64_t classes) { return softmax(linear(x, fixed(classes)), 0); }

 private:
  static Shape batched(Shape shape, std::int64_t batch);
  static std::vector<std::int64_t> behind_batch(std::vector<std::int64_t> axes);
  std::int64_t divided(Channels channels) const;
  // "relu" to "relu3".
  std::string next_name(const std::string& kind);
  Value weight(const std::string& name, Shape shape);
  Value layer(const std::string& name, OpPointer op, std::vector<TensorId> inputs);

  Size size_;
  GraphBuilder builder_;
  std::map<std::string, int> numbers_;
};

}  // namespace bricks::zoo
