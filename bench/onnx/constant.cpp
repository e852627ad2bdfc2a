#include "bench/onnx/constant.hpp"

#include "engine/error.hpp"
#include "engine/formats/half.hpp"

#include <cstring>

namespace bricks::onnx_io {
namespace {

using ONNX_NAMESPACE::TensorProto;

std::size_t checked_count(const std::vector<std::int64_t>& shape) {
  for (std::int64_t d : shape)
    if (d == 0) return 0;
  return static_cast<std::size_t>(element_count(shape));
}

struct External {
  std::string location;
  std::uint64_t offset = 0, length = 0;
  bool has_length = false;
};

std::uint64_t number(const std::string& key, const std::string& text) {
  if (text.empty() || text.size() > 18 || text.find_first_not_of("0123456789") != std::string::npos)
    throw Error("external data with " + key + " '" + text + "', expected a number");
  return std::stoull(text);
}

External external_entry(const TensorProto& tensor) {
  External entry;
  for (const auto& pair : tensor.external_data()) {
    if (pair.key() == "location") entry.location = pair.value();
    if (pair.key() == "offset") entry.offset = number("offset", pair.value());
    if (pair.key() == "length") entry.length = number("length", pair.value()), entry.has_length = true;
  }
  return entry;
}

FilePart external_part(const TensorProto& tensor, DataFiles& files, std::size_t expected) {
  const External entry = external_entry(tensor);
  FilePart part{files.open(entry.location), entry.offset, entry.has_length ? entry.length : expected};
  if (part.offset > part.file->size() || part.bytes > part.file->size() - part.offset)
    throw Error("external data " + std::to_string(part.offset) + "+" + std::to_string(part.bytes) + " of '" +
                entry.location + "' with " + std::to_string(part.file->size()) + " bytes");
  return part;
}

template <class T>
std::vector<T> values_of(std::string_view bytes, std::size_t count) {
  expect_bytes(bytes.size(), count * sizeof(T));
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

template <class Out, class In>
std::vector<Out> converted(const In& values, std::size_t count) {
  if (static_cast<std::size_t>(values.size()) != count)
    throw Error(std::to_string(values.size()) + " values, expected " + std::to_string(count));
  std::vector<Out> out;
  out.reserve(count);
  for (const auto& value : values) out.push_back(static_cast<Out>(value));
  return out;
}

// Where a tensor's values stand.
struct Source {
  const TensorProto& tensor;
  FilePart part;  // none: in the tensor

  bool is_raw() const { return part.file || tensor.has_raw_data(); }
  std::string_view raw() const { return part.file ? part.view() : std::string_view(tensor.raw_data()); }
};

std::vector<float> typed_floats(const TensorProto& tensor, std::size_t count) {
  switch (tensor.data_type()) {
    case TensorProto::FLOAT:
      return converted<float>(tensor.float_data(), count);
    case TensorProto::DOUBLE:
      return converted<float>(tensor.double_data(), count);
    default: {
      std::vector<float> values;
      for (std::uint16_t half : converted<std::uint16_t>(tensor.int32_data(), count))
        values.push_back(float_from_half(half));
      return values;
    }
  }
}

FloatValues read_floats(const Source& source, std::size_t count) {
  const std::int32_t type = source.tensor.data_type();
  if (source.part.file) return {source.part, type, count};
  if (!source.is_raw()) return FloatValues(typed_floats(source.tensor, count));
  expect_bytes(source.raw().size(), count * stored_bytes(type));
  std::vector<float> values;
  append_floats(source.raw(), type, count, values);
  return FloatValues(std::move(values));
}

std::vector<std::int64_t> read_integers(const Source& source, std::size_t count) {
  const TensorProto& tensor = source.tensor;
  switch (tensor.data_type()) {
    case TensorProto::INT64:
      return source.is_raw() ? values_of<std::int64_t>(source.raw(), count)
                             : converted<std::int64_t>(tensor.int64_data(), count);
    case TensorProto::INT32:
      return source.is_raw() ? converted<std::int64_t>(values_of<std::int32_t>(source.raw(), count), count)
                             : converted<std::int64_t>(tensor.int32_data(), count);
    default:
      return source.is_raw() ? converted<std::int64_t>(values_of<std::uint8_t>(source.raw(), count), count)
                             : converted<std::int64_t>(tensor.int32_data(), count);
  }
}

}  // namespace

ElementType element_type(std::int32_t data_type) {
  switch (data_type) {
    case TensorProto::FLOAT:
    case TensorProto::DOUBLE:
    case TensorProto::FLOAT16:
      return ElementType::float32;
    case TensorProto::INT32:
      return ElementType::int32;
    case TensorProto::INT64:
      return ElementType::int64;
    case TensorProto::BOOL:
      return ElementType::boolean;
    default:
      throw Error("element type number " + std::to_string(data_type) +
                  ", expected float32, float16, double, int32, int64 or bool");
  }
}

std::int32_t data_type(ElementType type) {
  switch (type) {
    case ElementType::float32:
      return TensorProto::FLOAT;
    case ElementType::int32:
      return TensorProto::INT32;
    case ElementType::int64:
      return TensorProto::INT64;
    case ElementType::boolean:
      return TensorProto::BOOL;
  }
  return TensorProto::UNDEFINED;
}

Constant make_integers(std::vector<std::int64_t> shape, std::vector<std::int64_t> values, ElementType type) {
  return {type, std::move(shape), nullptr, std::move(values)};
}

Constant make_floats(std::vector<std::int64_t> shape, std::vector<float> values) {
  return {ElementType::float32, std::move(shape), std::make_shared<const FloatValues>(std::move(values)), {}};
}

std::vector<std::byte> bytes_of(const Constant& constant) {
  const std::size_t size = element_bytes(constant.type);
  std::vector<std::byte> bytes(constant.count() * size);
  if (bytes.empty()) return bytes;
  if (constant.floats) {
    std::memcpy(bytes.data(), constant.floats->read().data(), bytes.size());
    return bytes;
  }
  for (std::size_t i = 0; i < constant.integers.size(); ++i)  // little-endian: the low bytes come first
    std::memcpy(bytes.data() + i * size, &constant.integers[i], size);
  return bytes;
}

Constant constant_from_bytes(const TensorType& type, std::span<const std::byte> bytes) {
  const auto count = static_cast<std::size_t>(element_count(type.shape));
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  switch (type.type) {
    case ElementType::float32:
      return make_floats(type.shape, values_of<float>(text, count));
    case ElementType::int64:
      return make_integers(type.shape, values_of<std::int64_t>(text, count));
    case ElementType::int32:
      return make_integers(type.shape, converted<std::int64_t>(values_of<std::int32_t>(text, count), count),
                           type.type);
    case ElementType::boolean:
      return make_integers(type.shape, converted<std::int64_t>(values_of<std::uint8_t>(text, count), count),
                           type.type);
  }
  throw Error("an element type that is none");
}

Constant read_tensor(const TensorProto& tensor, DataFiles& files, FilePart raw) {
  const ElementType type = element_type(tensor.data_type());
  std::vector<std::int64_t> shape(tensor.dims().begin(), tensor.dims().end());
  const std::size_t count = checked_count(shape);
  Source source{tensor, std::move(raw)};
  if (tensor.data_location() == TensorProto::EXTERNAL)
    source.part = external_part(tensor, files, count * stored_bytes(tensor.data_type()));
  if (type == ElementType::float32)
    return {type, std::move(shape), std::make_shared<const FloatValues>(read_floats(source, count)), {}};
  return make_integers(std::move(shape), read_integers(source, count), type);
}

}  // namespace bricks::onnx_io
