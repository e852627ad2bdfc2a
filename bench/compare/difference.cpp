#include "bench/compare/difference.hpp"

#include "bench/backends/seeded_values.hpp"
#include "bench/infer/infer.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace bricks::bench {
namespace {

template <class Element>
double element(const std::byte* bytes, std::size_t index) {
  Element value;
  std::memcpy(&value, bytes + index * sizeof value, sizeof value);
  return static_cast<double>(value);
}

double element(const NpyArray& array, std::size_t index) {
  switch (array.type) {
    case ElementType::float32:
      return element<float>(array.bytes.data(), index);
    case ElementType::int32:
      return element<std::int32_t>(array.bytes.data(), index);
    case ElementType::int64:
      return element<std::int64_t>(array.bytes.data(), index);
    case ElementType::boolean:
      return element<std::uint8_t>(array.bytes.data(), index);
  }
  return 0;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

// Infinite where one is NaN or infinite and the other is not.
double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  return std::isfinite(a) && std::isfinite(b) ? std::abs(a - b) : infinity;
}

double difference(const NpyArray& found, const NpyArray& expected) {
  const auto count = static_cast<std::size_t>(element_count(expected.shape));
  double largest = 0, furthest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = element(expected, i);
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    furthest = std::max(furthest, distance(element(found, i), value));
  }
  if (furthest == 0 || furthest == infinity) return furthest;
  return furthest / largest;
}

}  // namespace

Outputs own_outputs(const Graph& graph, Weights& weights, std::uint32_t seed, const PlanOptions& options,
                    int threads) {
  std::map<std::string, NpyArray> inputs;
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    const Tensor& input = graph.tensor(graph.inputs[i]);
    inputs[input.name] = {input.type, input.shape, seeded_values(input, seed, static_cast<std::uint32_t>(i))};
  }
  Outputs outputs;
  for (NamedArray& output : infer(graph, weights, inputs, options, threads))
    outputs[output.name] = std::move(output.array);
  return outputs;
}

double largest_difference(const Outputs& found, const Outputs& expected) {
  double worst = 0;
  for (const auto& [name, array] : expected) {
    const auto other = found.find(name);
    if (other == found.end()) throw Error("no output '" + name + "'");
    if (other->second.shape != array.shape || other->second.type != array.type)
      throw Error("output '" + name + "' is " + std::string(element_type_name(other->second.type)) + " " +
                  to_string(other->second.shape) + ", expected " +
                  std::string(element_type_name(array.type)) + " " + to_string(array.shape));
    worst = std::max(worst, difference(other->second, array));
  }
  return worst;
}

}  // namespace bricks::bench
