// Synthetic weights against what was expected of them, in scalar reference execution.
#include "bench/zoo/zoo.hpp"
#include "engine/weights/analysis.hpp"
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

// The largest factor by which a normed output is off the size that the analysis expected.
double worst_surprise(const Graph& graph, std::uint64_t seed) {
  const std::vector<Moments> expected = analyse_weights(graph).expected;
  const auto weights = synthetic_weights(seed);
  std::vector<test::Value> inputs;
  for (TensorId id : graph.inputs)
    inputs.push_back(test::value_from(graph.tensor(id), synthetic_input(graph, id, seed).data()));
  double worst = 1;
  test::run_reference(graph, *weights, inputs, [&](TensorId id, const test::Value& value) {
    const Layer& layer = graph.layer(graph.tensor(id).producer);
    CAPTURE(layer.name);
    CHECK(std::all_of(value.numbers.begin(), value.numbers.end(), is_normal));
    if (!is_normed(layer)) return;
    const double ratio = root_mean_square(value) / std::sqrt(expected[static_cast<std::size_t>(id)].square());
    worst = std::max({worst, ratio, 1 / ratio});
  });
  return worst;
}

}  // namespace

// That sizes are right in every model stands in zoo_execution_test.cpp.
TEST_CASE("outputs of convolutions, linear layers and normalisations are as large as the analysis says") {
  for (const char* name : {"vgg16", "resnet50", "senet154", "ademxapp_a", "adain_style", "capsnet",
                           "pix2pix_photo2map", "yolo_v2", "vrn"}) {
    CAPTURE(name);
    const zoo::Entry& entry = zoo::find(name);
    for (const std::uint64_t seed : {2u, 3u}) CHECK(worst_surprise(zoo::build(entry, entry.small), seed) < 7);
  }
}
