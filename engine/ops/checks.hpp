// Checks that the operators' shape inference shares. Each throws Error with what was found and what was
// expected, and none computes with a value before it is known to be small enough.
#pragma once

#include "engine/graph/op.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bricks::ops {

using Inputs = std::span<const InputType>;

// Between low and high inputs, of which the first `low` are not left out.
void expect_inputs(Inputs inputs, std::size_t low, std::size_t high);
bool present(Inputs inputs, std::size_t index);

void expect_type(Inputs inputs, std::size_t index, ElementType type);
void expect_float(Inputs inputs);  // all that are present
void expect_rank(Inputs inputs, std::size_t index, std::size_t low, std::size_t high);
inline void expect_rank(Inputs inputs, std::size_t index, std::size_t rank) {
  expect_rank(inputs, index, rank, rank);
}
void expect_shape(Inputs inputs, std::size_t index, const Shape& shape);
// A constant of the model, packed before the first run.
void expect_weight(Inputs inputs, std::size_t index);
// Not a constant: an operator of constants alone is one itself, made beforehand.
void expect_data(Inputs inputs, std::size_t index);
void expect_one_data(Inputs inputs);  // the only input
// A weight of this shape.
void expect_parameter(Inputs inputs, std::size_t index, const Shape& shape);

void expect_value(std::string_view attribute, std::int64_t value, IntegerRange range);
void expect_values(std::string_view attribute, std::span<const std::int64_t> values, std::size_t count,
                   IntegerRange range);
void expect_finite(std::string_view attribute, float value);
void expect_not_negative(std::string_view attribute, float value);  // and finite

// An axis of a tensor of that rank, counted from the end where negative: the same in [0, rank).
std::size_t expect_axis(std::string_view attribute, std::int64_t axis, std::size_t rank);
// Sorted, without repetition.
std::vector<std::size_t> expect_axes(std::string_view attribute, std::span<const std::int64_t> axes,
                                     std::size_t rank);

// Of axis attributes, for readers; infer() then knows the rank.
inline constexpr IntegerRange axis_range{-8, 7};

// Numpy's broadcast of two shapes.
Shape broadcast(const Shape& a, const Shape& b);

// The type, checked to be a legal tensor of rank 8 at most, which is what kernels take.
TensorType checked(ElementType type, Shape shape);
inline std::vector<TensorType> one_output(ElementType type, Shape shape) {
  return {checked(type, std::move(shape))};
}

// Product that stays at the largest value instead of overflowing.
std::int64_t saturating_product(std::int64_t a, std::int64_t b);

// The layout of input 0 for it and output 0; all other inputs plain.
LayoutChoice keep_layout(Inputs inputs, std::span<const Layout> layouts);

std::string list_text(std::span<const std::int64_t> values);

}  // namespace bricks::ops
