// What the backend needs of an ONNX file: nodes in order, fixed float32 inputs, weights that lie in the file.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace bricks::onednn {

using Dims = std::vector<std::int64_t>;

struct Constant {
  Dims dims;
  std::vector<float> floats;           // of a float32 tensor
  std::vector<std::int64_t> integers;  // of an int64 tensor
};

struct Node {
  std::string domain, type, name;
  std::vector<std::string> inputs, outputs;
  std::map<std::string, Dims> integers;  // attributes; a single integer is a list of one
  std::map<std::string, float> numbers;
  std::map<std::string, std::string> texts;

  Dims ints(const std::string& attribute, Dims otherwise) const;
  std::int64_t integer(const std::string& attribute, std::int64_t otherwise) const;
  float number(const std::string& attribute, float otherwise) const;
  bool has_input(std::size_t index) const { return index < inputs.size() && !inputs[index].empty(); }
};

struct Model {
  std::vector<std::pair<std::string, Dims>> inputs;
  std::vector<std::string> outputs;
  std::vector<Node> nodes;
  std::map<std::string, Constant> constants;
};

// Throws std::runtime_error, one line, for a file that is no such model.
Model read_model(const std::string& path);

// "operator Conv (node 'a')", for errors.
std::string where(const Node& node);

}  // namespace bricks::onednn
