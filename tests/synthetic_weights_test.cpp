// Synthetic weights keep every model alive: seen in scalar reference execution of all the small models.
#include "bench/zoo/zoo.hpp"
#include "engine/weights/synthetic_input.hpp"
#include "tests/support/reference_executor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// Convolution, linear and normalisation layers.
bool is_normed(const Layer& layer) {
  constexpr std::array<std::string_view, 8> types{"Conv",
                                                  "ConvTranspose",
                                                  "Gemm",
                                                  "MatMul",
                                                  "BatchNormalization",
                                                  "InstanceNormalization",
                                                  "LayerNormalization"};
  return std::find(types.begin(), types.end(), layer.op->type()) != types.end();
}

double root_mean_square(const test::Value& value) {
  double squares = 0;
  for (double x : value.numbers) squares += x * x;
  return std::sqrt(squares / static_cast<double>(value.numbers.size()));
}

bool is_normal(double x) {
  return x == 0 ||
         (std::isfinite(x) && std::abs(x) >= static_cast<double>(std::numeric_limits<float>::min()));
}

struct Extremes {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  std::string least_layer, most_layer;
};

Extremes run(const Graph& graph, std::uint64_t seed) {
  const auto weights = synthetic_weights(seed);
  std::vector<test::Value> inputs;
  for (TensorId id : graph.inputs)
    inputs.push_back(test::value_from(graph.tensor(id), synthetic_input(graph, id, seed).data()));
  Extremes extremes;
  test::run_reference(graph, *weights, inputs, [&](TensorId id, const test::Value& value) {
    const Layer& layer = graph.layer(graph.tensor(id).producer);
    CAPTURE(layer.name);
    CHECK(std::all_of(value.numbers.begin(), value.numbers.end(), is_normal));
    if (!is_normed(layer)) return;
    const double size = root_mean_square(value);
    if (size < extremes.least) extremes.least = size, extremes.least_layer = layer.name;
    if (size > extremes.most) extremes.most = size, extremes.most_layer = layer.name;
  });
  return extremes;
}

}  // namespace

TEST_CASE("outputs of convolutions, linear layers and normalisations have a root mean square of 0.1 to 10") {
  for (const zoo::Entry& entry : zoo::entries()) {
    const Graph graph = zoo::build(entry, entry.small);
    CAPTURE(graph.name);
    const Extremes extremes = run(graph, 1);
    CAPTURE(extremes.least_layer);
    CAPTURE(extremes.most_layer);
    CHECK(extremes.least >= 0.1);
    CHECK(extremes.most <= 10);
  }
}
