#include "bench/onnx/rules.hpp"
#include "engine/error.hpp"

#include <algorithm>

namespace bricks::onnx_io {
namespace {

// So that products of two of them do not overflow.
constexpr std::int64_t largest = std::int64_t{1} << 30;

// Kernel, strides and dilations of the two spatial axes, with ONNX's defaults; written back to the
// attributes.
struct Window {
  Ints kernel, strides, dilations;
};

void expect_within(const char* what, const Ints& values, std::int64_t low) {
  for (std::int64_t v : values)
    if (v < low || v > largest) throw Error(std::string(what) + " holds " + std::to_string(v));
}

Ints pair(Conversion& c, const char* name, const Ints& otherwise) {
  Ints value = c.attributes.take_ints(name).value_or(otherwise);
  if (value.size() != 2)
    throw Error(std::string(name) + " has " + std::to_string(value.size()) +
                " values, expected 2: bricks convolves and pools over two axes");
  expect_within(name, value, 1);
  c.attributes.set(name, value);
  return value;
}

Window window(Conversion& c, const Ints& kernel) {
  return {pair(c, "kernel_shape", kernel), pair(c, "strides", {1, 1}), pair(c, "dilations", {1, 1})};
}

Ints kernel_of_weights(const Conversion& c) {
  const Shape w = c.shape(1);
  if (w.size() != 4) throw Error("weights of shape " + to_string(w) + ", expected four dimensions");
  return {w[2], w[3]};
}

// Turns auto_pad into pads; total(axis) is what SAME_* needs along an axis.
template <class Total>
void set_pads(Conversion& c, Total total) {
  const std::string mode = c.attributes.take_string("auto_pad").value_or("NOTSET");
  if (mode == "NOTSET" || mode == "VALID") {
    if (mode == "VALID") c.attributes.drop("pads");
    return;
  }
  if (mode != "SAME_UPPER" && mode != "SAME_LOWER")
    throw Error("auto_pad '" + mode + "', expected NOTSET, VALID, SAME_UPPER or SAME_LOWER");
  Ints pads(4, 0);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const std::int64_t all = std::max<std::int64_t>(total(axis), 0);
    const std::int64_t smaller = all / 2;
    pads[axis] = mode == "SAME_UPPER" ? smaller : all - smaller;
    pads[axis + 2] = all - pads[axis];
  }
  c.attributes.set("pads", pads);
}

std::int64_t spatial(const Shape& x, std::size_t axis) {
  if (x.size() != 4) throw Error("input of shape " + to_string(x) + ", expected four dimensions");
  expect_within("a map", {x[2], x[3]}, 1);
  return x[axis + 2];
}

void set_forward_pads(Conversion& c, const Window& w) {
  const Shape x = c.shape(0);
  set_pads(c, [&](std::size_t axis) {
    const std::int64_t in = spatial(x, axis), out = (in + w.strides[axis] - 1) / w.strides[axis];
    return (out - 1) * w.strides[axis] + w.dilations[axis] * (w.kernel[axis] - 1) + 1 - in;
  });
}

}  // namespace

void read_conv(Conversion& c) {
  set_forward_pads(c, window(c, kernel_of_weights(c)));
  c.finish(c.op("Conv"), c.all_inputs());
}

void read_conv_transpose(Conversion& c) {
  const Window w = window(c, kernel_of_weights(c));
  Ints extra = c.attributes.take_ints("output_padding").value_or(Ints{0, 0});
  if (extra.size() != 2)
    throw Error("output_padding has " + std::to_string(extra.size()) + " values, expected 2");
  expect_within("output_padding", extra, 0);
  const Shape x = c.shape(0);
  const auto full = [&](std::size_t axis) {
    return w.strides[axis] * (spatial(x, axis) - 1) + extra[axis] + w.dilations[axis] * (w.kernel[axis] - 1) +
           1;
  };
  const auto wanted = c.attributes.take_ints("output_shape");
  if (wanted) {
    const std::size_t skip = wanted->size() == 4 ? 2 : 0;
    if (wanted->size() != 2 + skip)
      throw Error("output_shape has " + std::to_string(wanted->size()) + " values, expected 2");
    expect_within("output_shape", *wanted, 1);
    const std::string mode = c.attributes.take_string("auto_pad").value_or("NOTSET");
    c.attributes.set("auto_pad", mode == "SAME_UPPER" ? mode : std::string("SAME_LOWER"));
    for (std::size_t axis = 0; axis < 2; ++axis)
      extra[axis] += std::max<std::int64_t>((*wanted)[axis + skip] - full(axis), 0);
    set_pads(c, [&](std::size_t axis) { return full(axis) - (*wanted)[axis + skip]; });
  } else {
    set_pads(c, [&](std::size_t axis) { return full(axis) - spatial(x, axis) * w.strides[axis]; });
  }
  c.attributes.set("output_padding", extra);
  c.finish(c.op("ConvTranspose"), c.all_inputs());
}

void read_max_pool(Conversion& c) {
  set_forward_pads(c, window(c, {}));
  if (c.attributes.take_int("storage_order").value_or(0) != 0) throw Error("storage_order 1, expected 0");
  c.finish(c.op("MaxPool"), {c.input(0)});
}

void read_average_pool(Conversion& c) {
  set_forward_pads(c, window(c, {}));
  c.finish(c.op("AveragePool"), {c.input(0)});
}

}  // namespace bricks::onnx_io
