// Short ways to write an operator's inputs and to see what shape inference says of them.
#pragma once

#include "engine/error.hpp"
#include "engine/graph/op.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace bricks::test {

inline InputType data(Shape shape, ElementType type = ElementType::float32) {
  InputType input;
  input.type = type;
  input.shape = std::move(shape);
  return input;
}
inline InputType weight(Shape shape, ElementType type = ElementType::float32) {
  InputType input = data(std::move(shape), type);
  input.weight = true;
  return input;
}
inline InputType absent() {
  InputType input;
  input.present = false;
  return input;
}

inline std::string inferred(const Op& op, const std::vector<InputType>& inputs) {
  std::string text;
  for (const TensorType& output : op.infer(inputs))
    text += (text.empty() ? "" : " ") + to_string(output.shape);
  return text;
}

// The error's text, or "no error".
inline std::string complaint(const Op& op, const std::vector<InputType>& inputs) {
  try {
    op.infer(inputs);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline LayoutChoice choice(const Op& op, const std::vector<InputType>& inputs,
                           const std::vector<Layout>& layouts) {
  return op.layouts(inputs, layouts);
}

// A default operator of that type whose attributes `set` has filled.
template <class T, class Set>
T with(Set set) {
  T op;
  set(op);
  return op;
}

}  // namespace bricks::test
