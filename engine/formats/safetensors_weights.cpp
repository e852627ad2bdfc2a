#include "engine/error.hpp"
#include "engine/formats/half.hpp"
#include "engine/formats/json.hpp"
#include "engine/formats/safetensors.hpp"

#include <bit>
#include <cstring>
#include <vector>

namespace bricks {
namespace {

static_assert(std::endian::native == std::endian::little, "values are taken from the file as they are");

std::string_view stored_name(ElementType type) {
  switch (type) {
    case ElementType::float32:
      return "F32";
    case ElementType::int32:
      return "I32";
    case ElementType::int64:
      return "I64";
    case ElementType::boolean:
      return "BOOL";
  }
  return "";
}

std::vector<std::byte> widen(std::span<const std::byte> bytes, float (*convert)(std::uint16_t)) {
  std::vector<std::byte> floats(bytes.size() * 2);
  for (std::size_t i = 0; i < bytes.size() / 2; ++i) {
    std::uint16_t half;
    std::memcpy(&half, bytes.data() + 2 * i, 2);
    const float value = convert(half);
    std::memcpy(floats.data() + 4 * i, &value, 4);
  }
  return floats;
}

class SafetensorsWeights final : public Weights {
 public:
  explicit SafetensorsWeights(const std::string& path) : path_(path), file_(path) {}

  const void* values(const Graph& graph, TensorId id) override {
    const Tensor& tensor = graph.tensor(id);
    return within(path_ + ": tensor '" + shortened(tensor.name) + "'", [&] { return values(tensor); });
  }

  void release() override {
    copies_.clear();
    file_.release();
  }

 private:
  const void* values(const Tensor& tensor) {
    const auto found = file_.tensors().find(tensor.name);
    const std::string expected =
        ", expected " + std::string(element_type_name(tensor.type)) + " of shape " + to_string(tensor.shape);
    if (found == file_.tensors().end()) throw Error("found nothing" + expected);
    const StoredTensor& stored = found->second;
    const bool is_half = stored.dtype == "F16" || stored.dtype == "BF16";
    const bool fits =
        stored.dtype == stored_name(tensor.type) || (is_half && tensor.type == ElementType::float32);
    if (!fits || stored.shape != tensor.shape)
      throw Error("found " + stored.dtype + " of shape " + to_string(stored.shape) + expected);
    if (is_half)
      return keep(widen(stored.bytes, stored.dtype == "F16" ? float_from_half : float_from_bfloat16));
    const bool aligned =
        reinterpret_cast<std::uintptr_t>(stored.bytes.data()) % element_bytes(tensor.type) == 0;
    return aligned ? stored.bytes.data() : keep({stored.bytes.begin(), stored.bytes.end()});
  }

  const void* keep(std::vector<std::byte> copy) {
    copies_.push_back(std::move(copy));
    return copies_.back().data();
  }

  std::string path_;
  SafetensorsFile file_;
  std::vector<std::vector<std::byte>> copies_;
};

std::string header_text(const Graph& graph) {
  std::string members;
  std::size_t begin = 0;
  for (const Tensor& tensor : graph.tensors) {
    if (!tensor.weight) continue;
    const std::size_t end = begin + tensor_bytes(tensor, Layout::plain, 1);
    std::string sizes;
    for (std::int64_t size : tensor.shape) sizes += (sizes.empty() ? "" : ",") + std::to_string(size);
    members += (members.empty() ? "" : ",") + json_string(tensor.name) + ":{\"dtype\":\"" +
               std::string(stored_name(tensor.type)) + "\",\"shape\":[" + sizes + "],\"data_offsets\":[" +
               std::to_string(begin) + "," + std::to_string(end) + "]}";
    begin = end;
  }
  std::string header = "{" + members + "}";
  header.resize((header.size() + 63) / 64 * 64, ' ');  // so that the values are aligned in a mapped file
  return header;
}

}  // namespace

std::unique_ptr<Weights> safetensors_weights(const std::string& path) {
  return std::make_unique<SafetensorsWeights>(path);
}

void write_safetensors(const Graph& graph, Weights& weights, const std::string& path) {
  FileWriter file(path);
  const std::string header = header_text(graph);
  const std::uint64_t length = header.size();
  char length_bytes[8];
  std::memcpy(length_bytes, &length, 8);
  file.append({length_bytes, 8});
  file.append(header);
  for (std::size_t i = 0; i < graph.tensors.size(); ++i) {
    const Tensor& tensor = graph.tensors[i];
    if (!tensor.weight) continue;
    const void* values = weights.values(graph, static_cast<TensorId>(i));
    file.append({static_cast<const char*>(values), tensor_bytes(tensor, Layout::plain, 1)});
    weights.release();
  }
  file.commit();
}

}  // namespace bricks
