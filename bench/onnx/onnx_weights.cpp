#include "bench/onnx/onnx_weights.hpp"

#include "engine/error.hpp"

namespace bricks::onnx_io {

void OnnxWeights::add(const std::string& name, const Constant& constant) {
  if (constant.floats)
    floats_[name] = constant.floats;
  else
    integers_[name] = bytes_of(constant);
}

const void* OnnxWeights::values(const Graph& graph, TensorId id) {
  const std::string& name = graph.tensor(id).name;
  if (const auto found = floats_.find(name); found != floats_.end()) return values(name, found->second);
  if (const auto found = integers_.find(name); found != integers_.end()) return found->second.data();
  throw Error("weight '" + name + "' is not in the ONNX file");
}

const float* OnnxWeights::values(const std::string& name, const std::shared_ptr<const FloatValues>& floats) {
  if (const float* there = floats->in_place()) {
    in_use_.push_back(floats);
    return there;
  }
  std::vector<float>& copy = copies_[name];
  if (copy.empty()) copy = floats->read();
  return copy.data();
}

void OnnxWeights::release() {
  copies_.clear();
  for (const auto& values : in_use_) values->release();
  in_use_.clear();
}

}  // namespace bricks::onnx_io
