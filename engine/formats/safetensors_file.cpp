#include "engine/error.hpp"
#include "engine/formats/json.hpp"
#include "engine/formats/safetensors.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace bricks {
namespace {

constexpr std::size_t largest_header = 16u << 20;  // 100000 tensors take a tenth of it
constexpr std::string_view metadata = "__metadata__";

std::uint64_t little_endian(const std::byte* bytes) {
  std::uint64_t value = 0;
  for (int i = 7; i >= 0; --i) value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return value;
}

// 0 for a type that is none of the format's.
std::size_t bits(const std::string& dtype) {
  static const std::map<std::string_view, std::size_t> sizes = {
      {"BOOL", 8}, {"U8", 8},   {"I8", 8},   {"F8_E5M2", 8}, {"F8_E4M3", 8},
      {"I16", 16}, {"U16", 16}, {"F16", 16}, {"BF16", 16},   {"I32", 32},
      {"U32", 32}, {"F32", 32}, {"F64", 64}, {"I64", 64},    {"U64", 64}};
  const auto found = sizes.find(dtype);
  return found == sizes.end() ? 0 : found->second;
}

std::int64_t read_size(const Json& json, const char* key) {
  constexpr std::int64_t most = std::int64_t{1} << 50;
  if (!json.is_number_integer() || json < 0 || json > most)
    throw Error(std::string("'") + key + "': found " + describe(json) + ", expected an integer in [0, 2^50]");
  return json.get<std::int64_t>();
}

Shape read_stored_shape(const Json& json) {
  constexpr std::size_t largest_rank = 16;
  if (json.size() > largest_rank)
    throw Error("'shape': found " + describe(json) + ", expected at most 16 dimensions");
  Shape shape;
  for (const Json& size : json) shape.push_back(read_size(size, "shape"));
  return shape;
}

// Bytes of a dense tensor; 2^60 stands for any more.
std::uint64_t expected_bytes(const StoredTensor& tensor) {
  constexpr std::uint64_t most = std::uint64_t{1} << 60;
  if (std::count(tensor.shape.begin(), tensor.shape.end(), 0) > 0) return 0;
  std::uint64_t bytes = bits(tensor.dtype) / 8;
  for (std::int64_t size : tensor.shape) {
    if (static_cast<std::uint64_t>(size) > most / bytes) return most;
    bytes *= static_cast<std::uint64_t>(size);
  }
  return bytes;
}

StoredTensor read_tensor(const Json& json, std::span<const std::byte> data) {
  expect_members(json, {"dtype", "shape", "data_offsets"});
  StoredTensor tensor;
  tensor.dtype = string_member(json, "dtype");
  if (bits(tensor.dtype) == 0)
    throw Error("'dtype': found '" + shortened(tensor.dtype) +
                "', expected a type of the safetensors format");
  tensor.shape = read_stored_shape(array_member(json, "shape"));
  const Json& offsets = array_member(json, "data_offsets");
  if (offsets.size() != 2)
    throw Error("'data_offsets': found " + describe(offsets) + ", expected [begin, end]");
  const std::int64_t begin = read_size(offsets[0], "data_offsets"),
                     end = read_size(offsets[1], "data_offsets");
  if (begin > end || static_cast<std::uint64_t>(end) > data.size())
    throw Error("'data_offsets': found " + offsets.dump() + ", expected a range inside of the " +
                std::to_string(data.size()) + " bytes of data");
  tensor.bytes = data.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  if (tensor.bytes.size() != expected_bytes(tensor))
    throw Error("found " + std::to_string(tensor.bytes.size()) + " bytes, expected " +
                std::to_string(expected_bytes(tensor)) + " for " + tensor.dtype + " of shape " +
                to_string(tensor.shape));
  return tensor;
}

// The tensors fill the data from its first byte to its last, as the format demands.
void expect_no_gap(const std::map<std::string, StoredTensor>& tensors, std::span<const std::byte> data) {
  struct Place {
    const std::byte *begin, *end;
    const std::string* name;
  };
  std::vector<Place> places;
  for (const auto& [name, tensor] : tensors)
    places.push_back({tensor.bytes.data(), tensor.bytes.data() + tensor.bytes.size(), &name});
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  const std::byte* end = data.data();
  for (const Place& place : places) {
    if (place.begin != end)
      throw Error("tensor '" + shortened(*place.name) + "': found its data at byte " +
                  std::to_string(place.begin - data.data()) + ", expected it at " +
                  std::to_string(end - data.data()) + ", behind the tensor before it");
    end = place.end;
  }
  if (end != data.data() + data.size())
    throw Error("found " + std::to_string(data.size()) + " bytes of data, expected " +
                std::to_string(end - data.data()));
}

std::span<const std::byte> header_of(std::span<const std::byte> file) {
  if (file.size() < 8)
    throw Error("found " + std::to_string(file.size()) + " bytes, expected a safetensors file of at least 8");
  const std::uint64_t length = little_endian(file.data());
  const std::size_t most = std::min(largest_header, file.size() - 8);
  if (length > most)
    throw Error("found a header of " + std::to_string(length) + " bytes, expected at most " +
                std::to_string(most));
  return file.subspan(8, static_cast<std::size_t>(length));
}

std::map<std::string, StoredTensor> read_tensors(std::span<const std::byte> file) {
  const std::span<const std::byte> header = header_of(file);
  const std::span<const std::byte> data = file.subspan(8 + header.size());
  const Json json = parse_json({reinterpret_cast<const char*>(header.data()), header.size()}, "header");
  if (!json.is_object()) throw Error("header: found " + describe(json) + ", expected an object");
  std::map<std::string, StoredTensor> tensors;
  for (const auto& member : json.items()) {
    if (member.key() == metadata) continue;
    tensors[member.key()] =
        within("tensor '" + shortened(member.key()) + "'", [&] { return read_tensor(member.value(), data); });
  }
  expect_no_gap(tensors, data);
  return tensors;
}

}  // namespace

SafetensorsFile::SafetensorsFile(const std::string& path) : file_(path) {
  tensors_ = within(path, [&] { return read_tensors({file_.data(), file_.size()}); });
}

}  // namespace bricks
