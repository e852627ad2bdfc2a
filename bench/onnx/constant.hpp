// A tensor whose values are known while a file is read: an initialiser, a Constant node, or what folding made
// of them.
#pragma once

#include "bench/onnx/proto.hpp"
#include "bench/onnx/stored_values.hpp"
#include "engine/graph/tensor_type.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bricks::onnx_io {

struct Constant {
  ElementType type = ElementType::float32;
  std::vector<std::int64_t> shape;  // unlike a Shape it may hold 0: ONNX has empty tensors
  // The values, by type: float32 in floats, all others in integers.
  std::shared_ptr<const FloatValues> floats;
  std::vector<std::int64_t> integers;

  std::size_t count() const { return floats ? floats->count() : integers.size(); }
};

// files: where external data may lie. raw: the tensor's raw_data where it stands in a file instead of in the
// tensor. Throws Error for types that bricks has not, values that do not fill the shape, external files that
// are missing, short or outside of the folder. float16 and double become float32.
Constant read_tensor(const ONNX_NAMESPACE::TensorProto& tensor, DataFiles& files, FilePart raw = {});

Constant make_integers(std::vector<std::int64_t> shape, std::vector<std::int64_t> values,
                       ElementType type = ElementType::int64);
Constant make_floats(std::vector<std::int64_t> shape, std::vector<float> values);

// Its values as the engine holds a plain tensor of that type, and back. bytes: as many as the type has.
std::vector<std::byte> bytes_of(const Constant& constant);
Constant constant_from_bytes(const TensorType& type, std::span<const std::byte> bytes);

// The element type of ONNX's number for it; Error for one that bricks has not.
ElementType element_type(std::int32_t data_type);
std::int32_t data_type(ElementType type);

}  // namespace bricks::onnx_io
