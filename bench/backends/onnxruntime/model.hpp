// A model loaded into ONNX Runtime.
#pragma once

#include "bench/backends/onnxruntime/api.hpp"
#include "bench/backends/onnxruntime/tensor_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bricks::onnxruntime {

struct ElementKind {
  int number;  // ONNX's
  const char *name, *numpy;
  std::size_t bytes;
};

struct Value {
  std::string name;
  const ElementKind* kind = nullptr;
  std::vector<std::int64_t> dims;
  std::size_t elements = 1;
  std::byte* data = nullptr;  // where the tensor has its elements
  void* tensor = nullptr;
  std::size_t bytes() const { return elements * kind->bytes; }
};

class Model {
 public:
  // All throw std::runtime_error. memory: has to outlive this.
  Model(const Api& api, void* environment, const std::string& path, TensorMemory& memory);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  // Takes the memory and writes the seeded inputs there.
  void prepare(std::uint32_t seed);
  // Behind prepare(), before that of another model; allocates nothing.
  void run();

  const std::vector<Value>& inputs() const { return inputs_; }
  const std::vector<Value>& outputs() const { return outputs_; }

 private:
  std::vector<Value> values(Place count, Place type, Place name);
  void read_type(void* type, Value& value);
  std::size_t bytes() const;
  void place(Value& value, std::byte* data);
  void write_input(std::uint32_t seed, std::uint32_t index);

  const Api& api_;
  TensorMemory& memory_;
  void* session_ = nullptr;
  std::vector<Value> inputs_, outputs_;
  std::vector<const char*> input_names_, output_names_;
  std::vector<const void*> input_tensors_;
  std::vector<void*> output_tensors_;
};

}  // namespace bricks::onnxruntime
