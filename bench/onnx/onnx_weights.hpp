// The weights of an ONNX file.
#pragma once

#include "bench/onnx/constant.hpp"
#include "engine/weights/weights.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bricks::onnx_io {

// Values that layers use, by tensor name. Of a model that is packed unit by unit no more than one unit's are
// in memory but for those that do not stand in a file as raw bytes: float_data, nodes of type Constant,
// results of folding.
class OnnxWeights final : public Weights {
 public:
  void add(const std::string& name, const Constant& constant);

  const void* values(const Graph& graph, TensorId id) override;
  void release() override;

 private:
  const float* values(const std::string& name, const std::shared_ptr<const FloatValues>& floats);

  std::map<std::string, std::shared_ptr<const FloatValues>> floats_;
  std::map<std::string, std::vector<std::byte>> integers_;
  // Since the last release().
  std::map<std::string, std::vector<float>> copies_;
  std::vector<std::shared_ptr<const FloatValues>> in_use_;
};

}  // namespace bricks::onnx_io
