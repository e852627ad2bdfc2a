// NumPy's .npy files (format versions 1 to 3, little-endian, C order): arrays in and out that anyone can
// check.
#pragma once

#include "engine/graph/tensor_type.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace bricks {

struct NpyArray {
  ElementType type = ElementType::float32;
  std::vector<std::int64_t> shape;  // may be empty: a scalar
  std::vector<std::byte> bytes;     // row-major, of that type
};

// float32, float64 (rounded to float32), int32, int64 and bool. Throws Error with the path for anything else.
NpyArray read_npy(const std::string& path);
// In one step, as write_file does.
void write_npy(const NpyArray& array, const std::string& path);

}  // namespace bricks
