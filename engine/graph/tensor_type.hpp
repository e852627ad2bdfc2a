// Element types, shapes and layouts: what is known of a tensor without its data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bricks {

enum class ElementType : std::uint8_t { float32, int32, int64, boolean };

std::size_t element_bytes(ElementType type);
std::string_view element_type_name(ElementType type);
// Throws Error for a name that is none of the above ("float32", "int32", "int64", "bool").
ElementType element_type_from_name(std::string_view name);

// Dimensions, outermost first. Every one is at least 1: bricks has no empty tensors.
using Shape = std::vector<std::int64_t>;

// Throws Error when a dimension is below 1 or the product is above 2^40, which no machine here holds.
std::int64_t element_count(const Shape& shape);
// "1x3x224x224"; "scalar" for rank 0.
std::string to_string(const Shape& shape);

struct TensorType {
  ElementType type = ElementType::float32;
  Shape shape;
  bool operator==(const TensorType&) const = default;
};

// How a tensor lies in memory. Plain: row-major. Blocked: rank 4 only, [N][ceil(C/c)][H][W][c] with c the
// vector lanes of the ISA; lanes behind the last channel hold anything (kernels/README.md).
enum class Layout : std::uint8_t { plain, blocked };

std::string_view layout_name(Layout layout);
Layout layout_from_name(std::string_view name);

// Bytes that a tensor takes; lanes is the c of the blocked layout.
std::size_t tensor_bytes(const TensorType& type, Layout layout, int lanes);

}  // namespace bricks
