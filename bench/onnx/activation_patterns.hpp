// Activations that ONNX had no name for when a file was written, and that exporters spell out: what is one
// layer in a framework is read as one. Silu, x sigmoid(x), never had a name; Gelu, x (1 + erf(x / sqrt(2))) /
// 2, has one since opset 20. Five passes over memory become an epilogue of the layer before.
#pragma once

#include "bench/onnx/proto.hpp"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace bricks::onnx_io {

struct ActivationPattern {
  ONNX_NAMESPACE::NodeProto activation;  // of domain bricks, named after the last node
  std::vector<int> parts;                // indices of the other nodes, whose results nobody else uses
};

class ActivationPatterns {
 public:
  // The value of a constant of one element; nothing for what is computed or larger. maker: the node that
  // gives it; nullptr where none or several do.
  using Number =
      std::function<std::optional<float>(const std::string& name, const ONNX_NAMESPACE::NodeProto* maker)>;

  // graph: may be damaged; what is no pattern is left to those who read it.
  ActivationPatterns(const ONNX_NAMESPACE::GraphProto& graph, Number number);

  // The pattern whose last node has that index; nullptr where there is none.
  const ActivationPattern* ending_at(int node) const;
  // A node that ending_at() of a later one has among its parts.
  bool is_part(int node) const { return parts_.count(node) > 0; }

 private:
  using Node = ONNX_NAMESPACE::NodeProto;
  struct Found {
    std::string x;
    std::vector<int> parts;
  };

  void count_uses();
  std::optional<int> maker_for_one(const std::string& value, const char* type, int inputs, int before) const;
  template <class Match>
  std::optional<Found> either_order(const Node& node, Match match) const;
  std::optional<Found> silu(const Node& node, int index) const;
  std::optional<Found> gelu(const Node& node, int index) const;
  std::optional<Found> one_plus_erf(const std::string& value, int before) const;
  std::optional<Found> scaled(const std::string& value, int before) const;
  bool is_number(const std::string& name, double expected) const;
  void add(int index, const char* type, Found found);

  const ONNX_NAMESPACE::GraphProto& graph_;
  Number number_;
  std::unordered_map<std::string, int> uses_, makers_;
  std::unordered_map<int, ActivationPattern> patterns_;
  std::unordered_set<int> parts_;
};

}  // namespace bricks::onnx_io
