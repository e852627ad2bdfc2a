// The identity of a brick as text: it parses, prints, names and rebuilds the brick.
//
//   (1x64x56x56) Conv{dilations=1,1 group=1 kernel_shape=3,3 pads=1,1,1,1 strides=1,1}(i0,w64x64x3x3) Relu(0)
//   -> 1
//
// In parentheses the types of the brick's data inputs, numbered by first use; then its layers in order, each
// with its operator type, its attributes (attribute_text.hpp) and its inputs; behind the arrow the values
// that are outputs. A type is a shape ("64x64x3x3", "scalar") of float32, or of another element type named
// before it ("int64:1x5"). An input is
//   i0           data input 0 of the brick
//   3 or 3.1     output 0 or 1 of layer 3
//   w64x64x3x3   a weight of that type
//   w=2.1        the weight that is already input 1 of layer 2
//   _            an optional input left out
// Names, weights' values and the presence of a bias (layer_words.hpp) are no part of it: two bricks are the
// same if and only if their texts are equal.
#pragma once

#include "engine/graph/graph.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace bricks {

std::string canonical_text(const Graph& brick);

// The brick of that text, without biases, its tensors and layers named as extract() names them. Throws Error
// for what is no such text or not the canonical one of its brick.
Graph parse_canonical_text(std::string_view text);

// FNV-1a, 64 bits: the same on every machine. Names a brick's file; equality is always that of the texts.
std::uint64_t text_hash(std::string_view text);
// 16 hexadecimal digits.
std::string text_hash_digits(std::string_view text);

}  // namespace bricks
