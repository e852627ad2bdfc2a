// Weights in safetensors files (https://github.com/huggingface/safetensors, "Format"):
//
//   8 bytes   length N of the header, little-endian
//   N bytes   JSON: {"name": {"dtype": "F32", "shape": [64, 3, 3, 3], "data_offsets": [begin, end]}, ...},
//   perhaps
//             with "__metadata__"; offsets count from the end of the header
//   the rest  the tensors' values, row-major, little-endian, one behind the other without gaps
#pragma once

#include "engine/formats/file.hpp"
#include "engine/weights/weights.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace bricks {

struct StoredTensor {
  std::string dtype;  // "F32", "BF16", ...
  Shape shape;        // a dimension may be 0
  std::span<const std::byte> bytes;
};

// A file with its header checked: every tensor has as many bytes as its type and shape say, lies inside of
// the file and overlaps no other. Throws Error (with the path) otherwise.
class SafetensorsFile {
 public:
  explicit SafetensorsFile(const std::string& path);
  const std::map<std::string, StoredTensor>& tensors() const { return tensors_; }
  // The memory behind all tensors is free until they are read again.
  void release() const { file_.release(0, file_.size()); }

 private:
  MappedFile file_;
  std::map<std::string, StoredTensor> tensors_;
};

// The weights of a file, mapped into memory and found by tensor name. float32 weights may be stored as F32,
// F16 or BF16 (converted when asked for), int32 as I32, int64 as I64, bool as BOOL. Tensors that no weight
// asks for are ignored. Throws Error (with path and tensor) where a weight is missing or has another shape or
// type.
std::unique_ptr<Weights> safetensors_weights(const std::string& path);

// All weights of graph as a file at path, F32, I32, I64 or BOOL, in one step (as write_file does). Throws
// Error.
void write_safetensors(const Graph& graph, Weights& weights, const std::string& path);

}  // namespace bricks
