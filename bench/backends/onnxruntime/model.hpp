// A model loaded into ONNX Runtime, with tensors that every run uses again.
#pragma once

#include "bench/backends/onnxruntime/api.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
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
  std::shared_ptr<std::byte> data;
  std::size_t elements = 1;
  void* tensor = nullptr;
  std::size_t bytes() const { return elements * kind->bytes; }
};

class Model {
 public:
  // All throw std::runtime_error.
  Model(const Api& api, void* environment, const std::string& path);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  void fill(std::uint32_t seed);
  void run();

  const std::vector<Value>& inputs() const { return inputs_; }
  const std::vector<Value>& outputs() const { return outputs_; }

 private:
  std::vector<Value> values(Place count, Place type, Place name);
  void read_type(void* type, Value& value);
  void allocate(Value& value);

  const Api& api_;
  void* session_ = nullptr;
  std::vector<Value> inputs_, outputs_;
  std::vector<const char*> input_names_, output_names_;
  std::vector<const void*> input_tensors_;
  std::vector<void*> output_tensors_;
};

}  // namespace bricks::onnxruntime
