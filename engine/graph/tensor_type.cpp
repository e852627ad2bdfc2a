#include "engine/graph/tensor_type.hpp"

#include "engine/error.hpp"

namespace bricks {

std::size_t element_bytes(ElementType type) {
  switch (type) {
    case ElementType::float32:
    case ElementType::int32:
      return 4;
    case ElementType::int64:
      return 8;
    case ElementType::boolean:
      return 1;
  }
  return 0;
}

std::string_view element_type_name(ElementType type) {
  switch (type) {
    case ElementType::float32:
      return "float32";
    case ElementType::int32:
      return "int32";
    case ElementType::int64:
      return "int64";
    case ElementType::boolean:
      return "bool";
  }
  return "";
}

ElementType element_type_from_name(std::string_view name) {
  for (ElementType type :
       {ElementType::float32, ElementType::int32, ElementType::int64, ElementType::boolean})
    if (element_type_name(type) == name) return type;
  throw Error("element type '" + std::string(name) + "', expected float32, int32, int64 or bool");
}

std::int64_t element_count(const Shape& shape) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  std::int64_t count = 1;
  for (std::int64_t dimension : shape) {
    if (dimension < 1)
      throw Error("shape " + to_string(shape) + ", expected every dimension to be at least 1");
    if (dimension > most / count)
      throw Error("shape " + to_string(shape) + ", expected at most 2^40 elements");
    count *= dimension;
  }
  return count;
}

std::string to_string(const Shape& shape) {
  if (shape.empty()) return "scalar";
  std::string text;
  for (std::int64_t dimension : shape) text += (text.empty() ? "" : "x") + std::to_string(dimension);
  return text;
}

std::string_view layout_name(Layout layout) { return layout == Layout::plain ? "plain" : "blocked"; }

Layout layout_from_name(std::string_view name) {
  if (name == "plain") return Layout::plain;
  if (name == "blocked") return Layout::blocked;
  throw Error("layout '" + std::string(name) + "', expected plain or blocked");
}

std::size_t tensor_bytes(const TensorType& type, Layout layout, int lanes) {
  const std::size_t bytes = static_cast<std::size_t>(element_count(type.shape)) * element_bytes(type.type);
  if (layout != Layout::blocked) return bytes;
  const auto channels = static_cast<std::size_t>(type.shape[1]), block = static_cast<std::size_t>(lanes);
  return bytes / channels * ((channels + block - 1) / block * block);
}

}  // namespace bricks
