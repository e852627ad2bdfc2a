#include "bench/backends/onnxruntime/model.hpp"

#include "bench/backends/seeded_hash.hpp"

#include <cstdlib>
#include <cstring>

namespace bricks::onnxruntime {
namespace {

constexpr ElementKind kinds[] = {
    {1, "float32", "<f4", 4}, {6, "int32", "<i4", 4}, {7, "int64", "<i8", 8}, {9, "bool", "|b1", 1}};
constexpr std::size_t cache_line = 64;
constexpr int all_optimizations = 99, arena_allocator = 1, default_memory = 0;

const ElementKind& kind_of(int number, const std::string& name) {
  for (const ElementKind& kind : kinds)
    if (kind.number == number) return kind;
  throw std::runtime_error("'" + name + "' has elements of ONNX's kind " + std::to_string(number));
}

}  // namespace

Model::Model(const Api& api, void* environment, const std::string& path) : api_(api) {
  void* options = nullptr;
  api_.call(create_session_options, &options);
  api_.call(use_threads_of_env, options);
  api_.call(set_graph_optimization_level, options, all_optimizations);
  api_.call(create_session, environment, path.c_str(), options, &session_);
  api_.release(release_session_options, options);
  inputs_ = values(input_count, input_type, input_name);
  outputs_ = values(output_count, output_type, output_name);
  for (const Value& input : inputs_) {
    input_names_.push_back(input.name.c_str());
    input_tensors_.push_back(input.tensor);
  }
  for (const Value& output : outputs_) {
    output_names_.push_back(output.name.c_str());
    output_tensors_.push_back(output.tensor);
  }
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
    allocate(all[i]);
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

void Model::allocate(Value& value) {
  const std::size_t bytes = (value.bytes() + cache_line) / cache_line * cache_line;
  value.data.reset(static_cast<std::byte*>(std::aligned_alloc(cache_line, bytes)), std::free);
  std::memset(value.data.get(), 0, bytes);
  void* memory = nullptr;
  api_.call(create_cpu_memory_info, arena_allocator, default_memory, &memory);
  api_.call(create_tensor_with_data, memory, static_cast<void*>(value.data.get()), value.bytes(),
            value.dims.data(), value.dims.size(), value.kind->number, &value.tensor);
  api_.release(release_memory_info, memory);
}

void Model::fill(std::uint32_t seed) {
  for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
    if (std::strcmp(inputs_[i].kind->name, "float32") != 0) continue;
    auto* values = reinterpret_cast<float*>(inputs_[i].data.get());
    for (std::size_t k = 0; k < inputs_[i].elements; ++k) values[k] = bench::seeded_value(seed, i, k);
  }
}

void Model::run() {
  api_.call(run_session, session_, static_cast<const void*>(nullptr), input_names_.data(),
            input_tensors_.data(), input_tensors_.size(), output_names_.data(), output_tensors_.size(),
            output_tensors_.data());
}

}  // namespace bricks::onnxruntime
