#include "bench/onnx/stored_values.hpp"

#include "bench/onnx/proto.hpp"
#include "engine/error.hpp"
#include "engine/formats/half.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace bricks::onnx_io {
namespace {

using ONNX_NAMESPACE::TensorProto;

float widened(double value) { return static_cast<float>(value); }
float widened(std::uint16_t half) { return float_from_half(half); }

template <class Stored>
void append(std::string_view bytes, std::size_t count, std::vector<float>& to) {
  for (std::size_t i = 0; i < count; ++i) {
    Stored value;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    to.push_back(widened(value));
  }
}

template <>
void append<float>(std::string_view bytes, std::size_t count, std::vector<float>& to) {
  const std::size_t before = to.size();
  to.resize(before + count);
  if (count > 0) std::memcpy(to.data() + before, bytes.data(), count * sizeof(float));
}

std::string inside(const std::string& folder, const std::string& location) {
  namespace fs = std::filesystem;
  const fs::path base = fs::weakly_canonical(folder.empty() ? "." : folder),
                 file = fs::weakly_canonical(base / location);
  const fs::path relative = file.lexically_relative(base);
  if (location.empty() || fs::path(location).is_absolute() || relative.empty() || *relative.begin() == "..")
    throw Error("external data in '" + location + "', expected a file in the model's folder");
  return file.string();
}

}  // namespace

std::shared_ptr<const MappedFile> DataFiles::open(const std::string& location) {
  std::shared_ptr<const MappedFile>& file = files_[inside(folder_, location)];
  if (!file) file = std::make_shared<const MappedFile>(inside(folder_, location));
  return file;
}

void expect_bytes(std::size_t found, std::size_t expected) {
  if (found != expected) throw Error(std::to_string(found) + " bytes, expected " + std::to_string(expected));
}

std::size_t stored_bytes(std::int32_t data_type) {
  switch (data_type) {
    case TensorProto::DOUBLE:
    case TensorProto::INT64:
      return 8;
    case TensorProto::FLOAT:
    case TensorProto::INT32:
      return 4;
    case TensorProto::FLOAT16:
      return 2;
    default:
      return 1;
  }
}

void append_floats(std::string_view bytes, std::int32_t data_type, std::size_t count,
                   std::vector<float>& to) {
  if (data_type == TensorProto::FLOAT)
    append<float>(bytes, count, to);
  else if (data_type == TensorProto::DOUBLE)
    append<double>(bytes, count, to);
  else
    append<std::uint16_t>(bytes, count, to);
}

FloatValues::FloatValues(FilePart part, std::int32_t data_type, std::size_t count)
    : part_(std::move(part)), data_type_(data_type), count_(count) {
  expect_bytes(part_.bytes, count * stored_bytes(data_type));
}

const float* FloatValues::in_place() const {
  if (!part_.file) return held_.data();
  const char* begin = part_.view().data();
  const bool fits =
      data_type_ == TensorProto::FLOAT && reinterpret_cast<std::uintptr_t>(begin) % alignof(float) == 0;
  return fits ? reinterpret_cast<const float*>(begin) : nullptr;
}

std::vector<float> FloatValues::read() const {
  if (!part_.file) return held_;
  std::vector<float> values;
  values.reserve(count_);
  const std::size_t size = stored_bytes(data_type_), chunk = chunk_bytes / size;
  while (values.size() < count_) {
    const std::size_t begin = values.size() * size;
    const std::size_t count = std::min(chunk, count_ - values.size());
    append_floats(part_.view().substr(begin), data_type_, count, values);
    part_.file->release(part_.offset + begin, count * size);
  }
  return values;
}

void FloatValues::release() const {
  if (part_.file) part_.file->release(part_.offset, part_.bytes);
}

}  // namespace bricks::onnx_io
