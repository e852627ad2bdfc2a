#include "bench/onnx/activation_patterns.hpp"

#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

namespace bricks::onnx_io {
namespace {

constexpr int defined_twice = -1;

bool is_plain(const ONNX_NAMESPACE::NodeProto& node, const char* type, int inputs) {
  return node.op_type() == type && is_onnx_domain(node.domain()) && node.input_size() == inputs &&
         node.output_size() == 1 && node.attribute_size() == 0;
}

}  // namespace

ActivationPatterns::ActivationPatterns(const ONNX_NAMESPACE::GraphProto& graph, Number number)
    : graph_(graph), number_(std::move(number)) {
  count_uses();
  for (int i = 0; i < graph.node_size(); ++i) {
    const Node& node = graph.node(i);
    if (!is_plain(node, "Mul", 2)) continue;
    if (auto found = silu(node, i))
      add(i, "Silu", std::move(*found));
    else if (auto other = gelu(node, i))
      add(i, "Gelu", std::move(*other));
  }
}

const ActivationPattern* ActivationPatterns::ending_at(int node) const {
  const auto found = patterns_.find(node);
  return found == patterns_.end() ? nullptr : &found->second;
}

void ActivationPatterns::count_uses() {
  for (int i = 0; i < graph_.node_size(); ++i) {
    for (const std::string& name : graph_.node(i).input()) ++uses_[name];
    for (const std::string& name : graph_.node(i).output())
      if (!makers_.emplace(name, i).second) makers_[name] = defined_twice;
  }
  for (const auto& output : graph_.output()) ++uses_[output.name()];
}

// The node of that kind that makes a value for a single use.
std::optional<int> ActivationPatterns::maker_for_one(const std::string& value, const char* type, int inputs,
                                                     int before) const {
  const auto maker = makers_.find(value);
  if (maker == makers_.end() || maker->second == defined_twice || maker->second >= before ||
      uses_.at(value) != 1 || !is_plain(graph_.node(maker->second), type, inputs))
    return std::nullopt;
  return maker->second;
}

// match(one, other) of a node's two inputs, in whichever order it holds.
template <class Match>
std::optional<ActivationPatterns::Found> ActivationPatterns::either_order(const Node& node,
                                                                          Match match) const {
  auto found = match(node.input(0), node.input(1));
  return found ? found : match(node.input(1), node.input(0));
}

bool ActivationPatterns::is_number(const std::string& name, double expected) const {
  const auto maker = makers_.find(name);
  const bool is_made = maker != makers_.end() && maker->second != defined_twice;
  const std::optional<float> value = number_(name, is_made ? &graph_.node(maker->second) : nullptr);
  return value && std::abs(*value - expected) < 1e-6 * expected;
}

std::optional<ActivationPatterns::Found> ActivationPatterns::silu(const Node& node, int index) const {
  return either_order(node, [&](const std::string& x, const std::string& factor) -> std::optional<Found> {
    const auto sigmoid = maker_for_one(factor, "Sigmoid", 1, index);
    if (!sigmoid || graph_.node(*sigmoid).input(0) != x) return std::nullopt;
    return Found{x, {*sigmoid}};
  });
}

// x / sqrt(2), as a quotient or a product.
std::optional<ActivationPatterns::Found> ActivationPatterns::scaled(const std::string& value,
                                                                    int before) const {
  if (const auto quotient = maker_for_one(value, "Div", 2, before)) {
    const Node& node = graph_.node(*quotient);
    if (is_number(node.input(1), std::numbers::sqrt2)) return Found{node.input(0), {*quotient}};
  }
  const auto product = maker_for_one(value, "Mul", 2, before);
  if (!product) return std::nullopt;
  return either_order(graph_.node(*product),
                      [&](const std::string& x, const std::string& factor) -> std::optional<Found> {
                        if (!is_number(factor, 1 / std::numbers::sqrt2)) return std::nullopt;
                        return Found{x, {*product}};
                      });
}

std::optional<ActivationPatterns::Found> ActivationPatterns::one_plus_erf(const std::string& value,
                                                                          int before) const {
  const auto sum = maker_for_one(value, "Add", 2, before);
  if (!sum) return std::nullopt;
  return either_order(graph_.node(*sum),
                      [&](const std::string& one, const std::string& term) -> std::optional<Found> {
                        const auto erf = maker_for_one(term, "Erf", 1, *sum);
                        if (!erf || !is_number(one, 1)) return std::nullopt;
                        auto argument = scaled(graph_.node(*erf).input(0), *erf);
                        if (!argument) return std::nullopt;
                        argument->parts.insert(argument->parts.end(), {*erf, *sum});
                        return argument;
                      });
}

// Of x, 1 + erf(x / sqrt(2)) and 0.5 any two are multiplied first.
std::optional<ActivationPatterns::Found> ActivationPatterns::gelu(const Node& node, int index) const {
  return either_order(node, [&](const std::string& one, const std::string& product) -> std::optional<Found> {
    const auto inner = maker_for_one(product, "Mul", 2, index);
    if (!inner) return std::nullopt;
    const auto complete = [&](const std::string& a, const std::string& b,
                              const std::string& c) -> std::optional<Found> {
      auto found = one_plus_erf(b, index);
      if (!found || found->x != a || !is_number(c, 0.5)) return std::nullopt;
      found->parts.push_back(*inner);
      return found;
    };
    const std::string &first = graph_.node(*inner).input(0), &second = graph_.node(*inner).input(1);
    for (const auto& [a, b, c] :
         {std::tie(first, second, one), std::tie(second, first, one), std::tie(first, one, second),
          std::tie(second, one, first), std::tie(one, first, second), std::tie(one, second, first)})
      if (auto found = complete(a, b, c)) return found;
    return std::nullopt;
  });
}

void ActivationPatterns::add(int index, const char* type, Found found) {
  ActivationPattern& pattern = patterns_[index];
  pattern.activation = graph_.node(index);
  pattern.activation.set_domain("bricks");
  pattern.activation.set_op_type(type);
  pattern.activation.clear_input();
  pattern.activation.add_input(found.x);
  parts_.insert(found.parts.begin(), found.parts.end());
  pattern.parts = std::move(found.parts);
}

}  // namespace bricks::onnx_io
