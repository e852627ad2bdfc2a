#include "bench/onnx/constant.hpp"

#include "engine/error.hpp"
#include "engine/formats/file.hpp"
#include "engine/formats/half.hpp"

#include <cstring>
#include <filesystem>

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

// A location may name files below the model's folder alone: a model is data, not a way to read somebody's
// files.
std::string inside(const std::string& folder, const std::string& location) {
  namespace fs = std::filesystem;
  const fs::path base = fs::weakly_canonical(folder.empty() ? "." : folder),
                 file = fs::weakly_canonical(base / location);
  const fs::path relative = file.lexically_relative(base);
  if (location.empty() || fs::path(location).is_absolute() || relative.empty() || *relative.begin() == "..")
    throw Error("external data in '" + location + "', expected a file in the model's folder");
  return file.string();
}

// The entry's bytes of a file that stays mapped meanwhile.
std::string_view part_of(const MappedFile& file, const External& entry, std::size_t expected) {
  const std::uint64_t length = entry.has_length ? entry.length : expected;
  if (entry.offset > file.size() || length > file.size() - entry.offset)
    throw Error("external data " + std::to_string(entry.offset) + "+" + std::to_string(length) + " of '" +
                entry.location + "' with " + std::to_string(file.size()) + " bytes");
  return {reinterpret_cast<const char*>(file.data()) + entry.offset, static_cast<std::size_t>(length)};
}

template <class T>
std::vector<T> values_of(std::string_view bytes, std::size_t count) {
  if (bytes.size() != count * sizeof(T))
    throw Error(std::to_string(bytes.size()) + " bytes, expected " + std::to_string(count * sizeof(T)));
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

template <class T>
std::vector<T> from_raw(const TensorProto& tensor, const std::string& folder, std::size_t count) {
  if (tensor.data_location() != TensorProto::EXTERNAL) return values_of<T>(tensor.raw_data(), count);
  const External entry = external_entry(tensor);
  const MappedFile file(inside(folder, entry.location));
  return values_of<T>(part_of(file, entry, count * sizeof(T)), count);
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

bool is_raw(const TensorProto& tensor) {
  return tensor.data_location() == TensorProto::EXTERNAL || tensor.has_raw_data();
}

std::vector<float> half_floats(const std::vector<std::uint16_t>& halves) {
  std::vector<float> values;
  values.reserve(halves.size());
  for (std::uint16_t half : halves) values.push_back(float_from_half(half));
  return values;
}

std::vector<float> read_floats(const TensorProto& tensor, const std::string& folder, std::size_t count) {
  switch (tensor.data_type()) {
    case TensorProto::FLOAT:
      return is_raw(tensor) ? from_raw<float>(tensor, folder, count)
                            : converted<float>(tensor.float_data(), count);
    case TensorProto::DOUBLE:
      return is_raw(tensor) ? converted<float>(from_raw<double>(tensor, folder, count), count)
                            : converted<float>(tensor.double_data(), count);
    default:
      return half_floats(is_raw(tensor) ? from_raw<std::uint16_t>(tensor, folder, count)
                                        : converted<std::uint16_t>(tensor.int32_data(), count));
  }
}

std::vector<std::int64_t> read_integers(const TensorProto& tensor, const std::string& folder,
                                        std::size_t count) {
  switch (tensor.data_type()) {
    case TensorProto::INT64:
      return is_raw(tensor) ? from_raw<std::int64_t>(tensor, folder, count)
                            : converted<std::int64_t>(tensor.int64_data(), count);
    case TensorProto::INT32:
      return is_raw(tensor) ? converted<std::int64_t>(from_raw<std::int32_t>(tensor, folder, count), count)
                            : converted<std::int64_t>(tensor.int32_data(), count);
    default:
      return is_raw(tensor) ? converted<std::int64_t>(from_raw<std::uint8_t>(tensor, folder, count), count)
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
  return {ElementType::float32,
          std::move(shape),
          std::make_shared<const std::vector<float>>(std::move(values)),
          {}};
}

Constant read_tensor(const TensorProto& tensor, const std::string& folder) {
  const ElementType type = element_type(tensor.data_type());
  std::vector<std::int64_t> shape(tensor.dims().begin(), tensor.dims().end());
  const std::size_t count = checked_count(shape);
  if (type == ElementType::float32) return make_floats(std::move(shape), read_floats(tensor, folder, count));
  return make_integers(std::move(shape), read_integers(tensor, folder, count), type);
}

}  // namespace bricks::onnx_io
