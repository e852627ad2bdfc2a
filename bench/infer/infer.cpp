#include "bench/infer/infer.hpp"

#include "engine/error.hpp"
#include "engine/run/session.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace bricks {
namespace {

void check_inputs(const Graph& graph, const std::map<std::string, NpyArray>& inputs) {
  std::string names;
  for (TensorId id : graph.inputs) names += (names.empty() ? "" : ", ") + graph.tensor(id).name;
  for (const auto& [name, array] : inputs)
    if (std::none_of(graph.inputs.begin(), graph.inputs.end(),
                     [&, &wanted = name](TensorId id) { return graph.tensor(id).name == wanted; }))
      throw Error("input '" + name + "', expected one of: " + names);
}

const NpyArray& array_of(const Tensor& tensor, const std::map<std::string, NpyArray>& inputs) {
  const auto given = inputs.find(tensor.name);
  if (given == inputs.end())
    throw Error("input '" + tensor.name + "' (" + to_string(tensor.shape) + ") is missing: give --input " +
                tensor.name + "=FILE.npy");
  const NpyArray& array = given->second;
  if (array.shape != tensor.shape || array.type != tensor.type)
    throw Error("input '" + tensor.name + "' is " + std::string(element_type_name(array.type)) + " " +
                to_string(array.shape) + ", expected " + std::string(element_type_name(tensor.type)) + " " +
                to_string(tensor.shape));
  return array;
}

}  // namespace

std::vector<NamedArray> infer(const Graph& graph, Weights& weights,
                              const std::map<std::string, NpyArray>& inputs, const PlanOptions& options,
                              int threads) {
  check_inputs(graph, inputs);
  for (TensorId id : graph.inputs) array_of(graph.tensor(id), inputs);
  const Plan plan = make_plan(graph, options);
  Session session(plan, pack_weights(plan, weights), threads);
  for (std::size_t i = 0; i < graph.inputs.size(); ++i)
    session.write_input(i, array_of(graph.tensor(graph.inputs[i]), inputs).bytes.data());
  session.run();
  std::vector<NamedArray> outputs;
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    const Tensor& tensor = graph.tensor(graph.outputs[i]);
    NpyArray array{tensor.type, tensor.shape, {}};
    array.bytes.resize(tensor_bytes(tensor, Layout::plain, 1));
    session.read_output(i, array.bytes.data());
    outputs.push_back({tensor.name, std::move(array)});
  }
  return outputs;
}

std::vector<std::pair<std::size_t, float>> top(const NpyArray& array, std::size_t count) {
  std::vector<std::pair<std::size_t, float>> all(array.bytes.size() / sizeof(float));
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].first = i;
    std::memcpy(&all[i].second, array.bytes.data() + i * sizeof(float), sizeof(float));
  }
  count = std::min(count, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(),
                    [](const auto& a, const auto& b) { return a.second > b.second; });
  all.resize(count);
  return all;
}

std::string file_name(const std::string& tensor) {
  std::string name = tensor;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-') c = '_';
  return name;
}

}  // namespace bricks
