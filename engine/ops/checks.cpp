#include "engine/ops/checks.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bricks::ops {
namespace {

std::string input_text(std::size_t index) { return "input " + std::to_string(index); }

std::string range_text(IntegerRange range) {
  if (range.low == range.high) return std::to_string(range.low);
  return std::to_string(range.low) + " to " + std::to_string(range.high);
}

}  // namespace

bool present(Inputs inputs, std::size_t index) { return index < inputs.size() && inputs[index].present; }

void expect_inputs(Inputs inputs, std::size_t low, std::size_t high) {
  if (inputs.size() < low || inputs.size() > high)
    throw Error(std::to_string(inputs.size()) + " inputs, expected " +
                (low == high ? std::to_string(low)
                 : high == std::numeric_limits<std::size_t>::max()
                     ? "at least " + std::to_string(low)
                     : std::to_string(low) + " to " + std::to_string(high)));
  for (std::size_t i = 0; i < low; ++i)
    if (!inputs[i].present) throw Error(input_text(i) + " is left out, expected a tensor");
}

void expect_type(Inputs inputs, std::size_t index, ElementType type) {
  if (inputs[index].type == type) return;
  throw Error(input_text(index) + " is " + std::string(element_type_name(inputs[index].type)) +
              ", expected " + std::string(element_type_name(type)));
}

void expect_float(Inputs inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].present) expect_type(inputs, i, ElementType::float32);
}

void expect_rank(Inputs inputs, std::size_t index, std::size_t low, std::size_t high) {
  const std::size_t rank = inputs[index].shape.size();
  if (rank >= low && rank <= high) return;
  throw Error(input_text(index) + " has shape " + to_string(inputs[index].shape) + ", expected rank " +
              range_text({static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)}));
}

void expect_shape(Inputs inputs, std::size_t index, const Shape& shape) {
  if (inputs[index].shape == shape) return;
  throw Error(input_text(index) + " has shape " + to_string(inputs[index].shape) + ", expected " +
              to_string(shape));
}

void expect_weight(Inputs inputs, std::size_t index) {
  if (!inputs[index].weight) throw Error(input_text(index) + " is computed by the model, expected a weight");
}

void expect_data(Inputs inputs, std::size_t index) {
  if (inputs[index].weight) throw Error(input_text(index) + " is a weight, expected a computed tensor");
}

void expect_one_data(Inputs inputs) {
  expect_inputs(inputs, 1, 1);
  expect_data(inputs, 0);
}

void expect_parameter(Inputs inputs, std::size_t index, const Shape& shape) {
  expect_weight(inputs, index);
  expect_shape(inputs, index, shape);
}

void expect_value(std::string_view attribute, std::int64_t value, IntegerRange range) {
  if (value < range.low || value > range.high)
    throw Error(std::string(attribute) + " is " + std::to_string(value) + ", expected " + range_text(range));
}

void expect_values(std::string_view attribute, std::span<const std::int64_t> values, std::size_t count,
                   IntegerRange range) {
  if (values.size() != count)
    throw Error(std::string(attribute) + " has " + std::to_string(values.size()) + " values, expected " +
                std::to_string(count));
  for (std::int64_t value : values) expect_value(attribute, value, range);
}

void expect_finite(std::string_view attribute, float value) {
  if (!std::isfinite(value))
    throw Error(std::string(attribute) + " is " + std::to_string(value) + ", expected a finite number");
}

void expect_not_negative(std::string_view attribute, float value) {
  expect_finite(attribute, value);
  if (value < 0)
    throw Error(std::string(attribute) + " is " + std::to_string(value) + ", expected at least 0");
}

std::size_t expect_axis(std::string_view attribute, std::int64_t axis, std::size_t rank) {
  const auto n = static_cast<std::int64_t>(rank);
  if (n == 0) throw Error(std::string(attribute) + " is given for a scalar, expected a tensor with axes");
  expect_value(attribute, axis, {-n, n - 1});
  return static_cast<std::size_t>(axis < 0 ? axis + n : axis);
}

std::vector<std::size_t> expect_axes(std::string_view attribute, std::span<const std::int64_t> axes,
                                     std::size_t rank) {
  std::vector<std::size_t> resolved;
  for (std::int64_t axis : axes) resolved.push_back(expect_axis(attribute, axis, rank));
  std::sort(resolved.begin(), resolved.end());
  if (std::adjacent_find(resolved.begin(), resolved.end()) != resolved.end())
    throw Error(std::string(attribute) + " is " + list_text(axes) + ", expected each axis once");
  return resolved;
}

Shape broadcast(const Shape& a, const Shape& b) {
  Shape result = a.size() >= b.size() ? a : b;
  const Shape& other = a.size() >= b.size() ? b : a;
  const std::size_t offset = result.size() - other.size();
  for (std::size_t i = 0; i < other.size(); ++i) {
    std::int64_t& dimension = result[offset + i];
    if (dimension == 1) dimension = other[i];
    if (other[i] != 1 && other[i] != dimension)
      throw Error("shapes " + to_string(a) + " and " + to_string(b) + ", expected shapes that broadcast");
  }
  return result;
}

TensorType checked(ElementType type, Shape shape) {
  element_count(shape);
  if (shape.size() > 8) throw Error("shape " + to_string(shape) + ", expected rank 8 at most");
  return {type, std::move(shape)};
}

std::int64_t saturating_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::int64_t>::max() : product;
}

LayoutChoice keep_layout(Inputs inputs, std::span<const Layout> layouts) {
  LayoutChoice choice{std::vector<Layout>(inputs.size(), Layout::plain), {layouts[0]}};
  choice.inputs[0] = layouts[0];
  return choice;
}

std::string list_text(std::span<const std::int64_t> values) {
  std::string text;
  for (std::int64_t value : values) text += (text.empty() ? "" : ",") + std::to_string(value);
  return "[" + text + "]";
}

}  // namespace bricks::ops
