// Values that stay in their file until somebody wants them.
#pragma once

#include "engine/formats/file.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bricks::onnx_io {

// Bytes of a file, which stays mapped as long as one of its parts is known.
struct FilePart {
  std::shared_ptr<const MappedFile> file;  // none: no part of any file
  std::size_t offset = 0, bytes = 0;       // inside of the file

  std::string_view view() const { return {reinterpret_cast<const char*>(file->data()) + offset, bytes}; }
};

// Files with values beside a model, each mapped once.
class DataFiles {
 public:
  // folder: of the model, which the files must lie in or below.
  explicit DataFiles(std::string folder) : folder_(std::move(folder)) {}
  // Throws Error for a location that is missing, no file, or outside of the folder by path or by link: a
  // model is data, not a way to read somebody's files.
  std::shared_ptr<const MappedFile> open(const std::string& location);

 private:
  std::string folder_;
  std::map<std::string, std::shared_ptr<const MappedFile>> files_;
};

// The values of a float32 tensor: held in memory, or in a file as float32, double or float16.
class FloatValues {
 public:
  explicit FloatValues(std::vector<float> held) : held_(std::move(held)), count_(held_.size()) {}
  // data_type: TensorProto's FLOAT, DOUBLE or FLOAT16. Throws Error unless part has `count` of them.
  FloatValues(FilePart part, std::int32_t data_type, std::size_t count);

  std::size_t count() const { return count_; }
  // Where the values stand already, in memory or in the file; nullptr where they have to be read. protobuf
  // aligns nothing, so of ONNX files' own float32 tensors one in four stands where a float may.
  const float* in_place() const;
  // A copy. Of the file hardly more than `chunk_bytes` is in memory meanwhile.
  std::vector<float> read() const;
  static constexpr std::size_t chunk_bytes = std::size_t{4} << 20;
  // Nobody uses in_place() for now: the memory behind a file's values is free.
  void release() const;

 private:
  std::vector<float> held_;
  FilePart part_;
  std::int32_t data_type_ = 0;
  std::size_t count_;
};

// The first count elements of data_type of bytes, aligned or not, as float32 behind what `to` holds.
void append_floats(std::string_view bytes, std::int32_t data_type, std::size_t count, std::vector<float>& to);

// Throws Error where a tensor has more or fewer bytes than its shape says.
void expect_bytes(std::size_t found, std::size_t expected);

// Bytes that an element of one of TensorProto's types that bricks reads takes in a file.
std::size_t stored_bytes(std::int32_t data_type);

}  // namespace bricks::onnx_io
