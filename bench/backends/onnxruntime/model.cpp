#include "bench/backends/onnxruntime/model.hpp"

#include "bench/backends/seeded_hash.hpp"

#include <cstring>
#include <utility>

namespace bricks::onnxruntime {
namespace {

constexpr ElementKind kinds[] = {
    {1, "float32", "<f4", 4}, {6, "int32", "<i4", 4}, {7, "int64", "<i8", 8}, {9, "bool", "|b1", 1}};
constexpr int all_optimizations = 99;

const ElementKind& kind_of(int number, const std::string& name) {
  for (const ElementKind& kind : kinds)
    if (kind.number == number) return kind;
  throw std::runtime_error("'" + name + "' has elements of ONNX's kind " + std::to_string(number));
}

}  // namespace

Model::Model(const Api& api, void* environment, const std::string& path, TensorMemory& memory)
    : api_(api), memory_(memory) {
  void* options = nullptr;
  api_.call(create_session_options, &options);
  api_.call(use_threads_of_env, options);
  api_.call(add_session_entry, options, "session.use_env_allocators", "1");
  api_.call(set_graph_optimization_level, options, all_optimizations);
  api_.call(create_session, environment, path.c_str(), options, &session_);
  api_.release(release_session_options, options);
  inputs_ = values(input_count, input_type, input_name);
  outputs_ = values(output_count, output_type, output_name);
  for (const Value& input : inputs_) input_names_.push_back(input.name.c_str());
  for (const Value& output : outputs_) output_names_.push_back(output.name.c_str());
  input_tensors_.resize(inputs_.size());
  output_tensors_.resize(outputs_.size());
  memory_.at_least(bytes());
}

Model::~Model() {
  for (const auto* all : {&inputs_, &outputs_})
    for (const Value& value : *all) api_.release(release_value, value.tensor);
  api_.release(release_session, session_);
}

std::vector<Value> Model::values(Place count_place, Place type_place, Place name_place) {
  std::size_t count = 0;
  void* allocator = nullptr;
  api_.call(count_place, session_, &count);
  api_.call(default_allocator, &allocator);
  std::vector<Value> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    char* name = nullptr;
    void* type = nullptr;
    api_.call(name_place, session_, i, allocator, &name);
    all[i].name = name;
    api_.call(type_place, session_, i, &type);
    read_type(type, all[i]);
    api_.release(release_type, type);
  }
  return all;
}

void Model::read_type(void* type, Value& value) {
  void* tensor = nullptr;
  int number = 0;
  std::size_t rank = 0;
  api_.call(cast_to_tensor_type, type, &tensor);
  if (!tensor) throw std::runtime_error("'" + value.name + "' is no tensor");
  api_.call(get_element_type, tensor, &number);
  value.kind = &kind_of(number, value.name);
  api_.call(get_dimensions_count, tensor, &rank);
  value.dims.resize(rank);
  api_.call(get_dimensions, tensor, value.dims.data(), rank);
  for (std::int64_t d : value.dims) {
    if (d < 0) throw std::runtime_error("'" + value.name + "' has no fixed shape");
    value.elements *= static_cast<std::size_t>(d);
  }
}

std::size_t Model::bytes() const {
  std::size_t bytes = 0;
  for (const auto* all : {&inputs_, &outputs_})
    for (const Value& value : *all) bytes += bytes_taken(value.bytes());
  return bytes;
}

void Model::place(Value& value, std::byte* data) {
  if (value.data == data) return;
  if (value.tensor) api_.release(release_value, std::exchange(value.tensor, nullptr));
  void* memory = nullptr;
  api_.call(create_cpu_memory_info, arena_allocator, default_memory, &memory);
  api_.call(create_tensor_with_data, memory, static_cast<void*>(data), value.bytes(), value.dims.data(),
            value.dims.size(), value.kind->number, &value.tensor);
  api_.release(release_memory_info, memory);
  value.data = data;
}

void Model::prepare(std::uint32_t seed) {
  std::byte* next = memory_.at_least(bytes());
  for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
    place(inputs_[i], next);
    input_tensors_[i] = inputs_[i].tensor;
    write_input(seed, i);
    next += bytes_taken(inputs_[i].bytes());
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    place(outputs_[i], next);
    output_tensors_[i] = outputs_[i].tensor;
    next += bytes_taken(outputs_[i].bytes());
  }
}

void Model::write_input(std::uint32_t seed, std::uint32_t index) {
  const Value& input = inputs_[index];
  if (std::strcmp(input.kind->name, "float32") != 0) {
    std::memset(input.data, 0, input.bytes());
    return;
  }
  auto* values = reinterpret_cast<float*>(input.data);
  for (std::size_t k = 0; k < input.elements; ++k) values[k] = bench::seeded_value(seed, index, k);
}

void Model::run() {
  api_.call(run_session, session_, static_cast<const void*>(nullptr), input_names_.data(),
            input_tensors_.data(), input_tensors_.size(), output_names_.data(), output_tensors_.size(),
            output_tensors_.data());
}

}  // namespace bricks::onnxruntime
