#include "tests/reference/model_check.hpp"

#include "engine/plan/plan.hpp"
#include "engine/run/session.hpp"
#include "tests/support/reference_executor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>

namespace bricks::test {
namespace {

constexpr std::uint64_t seed = 1;

std::vector<Value> random_inputs(const Graph& graph) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-std::sqrt(3.0F), std::sqrt(3.0F));
  std::vector<Value> inputs;
  for (TensorId id : graph.inputs) {
    Value input{TensorType(graph.tensor(id))};
    for (double& number : input.numbers) number = uniform(random);
    inputs.push_back(std::move(input));
  }
  return inputs;
}

bool has_expected_rms(const Op& op) {
  constexpr std::array<std::string_view, 5> types{"Conv", "ConvTranspose", "Gemm", "BatchNormalization",
                                                  "InstanceNormalization"};
  return std::ranges::find(types, op.type()) != types.end();
}

void look_at(const Graph& graph, TensorId id, const Value& value, ModelCheck& check) {
  double squares = 0;
  for (double number : value.numbers) {
    squares += number * number;
    check.not_finite += !std::isfinite(number);
    check.denormal += number != 0 && std::abs(number) < std::numeric_limits<float>::min();
  }
  const Layer& layer = graph.layer(graph.tensor(id).producer);
  if (!has_expected_rms(*layer.op)) return;
  const double rms = std::sqrt(squares / static_cast<double>(value.numbers.size()));
  if (check.lowest_layer.empty() || rms < check.lowest_rms) {
    check.lowest_rms = rms;
    check.lowest_layer = layer.name;
  }
  if (check.highest_layer.empty() || !(rms <= check.highest_rms)) {
    check.highest_rms = rms;
    check.highest_layer = layer.name;
  }
}

double relative_error(const Value& expected, const Value& found) {
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < expected.numbers.size(); ++i) {
    largest = std::max(largest, std::abs(expected.numbers[i]));
    const double off = std::abs(expected.numbers[i] - found.numbers[i]);
    if (!(off <= difference)) difference = off;  // not a number counts as well
  }
  return difference == 0 ? 0 : difference / largest;
}

double engine_error(const Graph& graph, Execution execution, const std::vector<Value>& inputs,
                    const std::vector<Value>& expected, int threads) {
  const Plan plan = make_plan(graph, {.execution = execution});
  Session session(plan, pack_weights(plan, *synthetic_weights(seed)), threads);
  for (std::size_t i = 0; i < inputs.size(); ++i) session.write_input(i, elements_of(inputs[i]).data());
  session.run();
  double error = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    std::vector<std::byte> found = elements_of(expected[i]);
    session.read_output(i, found.data());
    const double off = relative_error(expected[i], value_from(expected[i], found.data()));
    if (!(off <= error)) error = off;
  }
  return error;
}

}  // namespace

ModelCheck check_model(const Graph& graph, int threads) {
  ModelCheck check;
  const std::vector<Value> inputs = random_inputs(graph);
  const auto weights = synthetic_weights(seed);
  const std::vector<Value> expected = run_reference(
      graph, *weights, inputs, [&](TensorId id, const Value& value) { look_at(graph, id, value, check); });
  check.layerwise_error = engine_error(graph, Execution::layerwise, inputs, expected, threads);
  check.fused_error = engine_error(graph, Execution::fused, inputs, expected, threads);
  return check;
}

std::string complaint(const ModelCheck& check) {
  constexpr double tolerance = 1e-4, low = 0.1, high = 10;
  std::string text;
  const auto expect = [&](bool holds, const std::string& what) {
    if (!holds) text += (text.empty() ? "" : ", ") + what;
  };
  expect(check.layerwise_error <= tolerance, "layerwise differs from the reference");
  expect(check.fused_error <= tolerance, "fused differs from the reference");
  expect(check.lowest_rms >= low, check.lowest_layer + " is faint");
  expect(check.highest_rms <= high, check.highest_layer + " is loud");
  expect(check.not_finite == 0, "activations that are not finite");
  expect(check.denormal == 0, "denormal activations");
  return text;
}

std::string figures(const ModelCheck& check) {
  std::ostringstream text;
  text.precision(2);
  text << "error layerwise " << check.layerwise_error << ", fused " << check.fused_error
       << "; root mean square " << check.lowest_rms << " (" << check.lowest_layer << ") to "
       << check.highest_rms << " (" << check.highest_layer << "); not finite " << check.not_finite
       << ", denormal " << check.denormal;
  return text.str();
}

}  // namespace bricks::test
