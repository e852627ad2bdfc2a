#include "engine/error.hpp"
#include "engine/optimise/units.hpp"

namespace bricks {
namespace {

void check_count(const char* what, std::size_t found, std::size_t expected) {
  if (found != 0 && found != expected)
    throw Error(std::to_string(found) + " layouts for graph " + what + ", expected " +
                std::to_string(expected));
}

void check_blocked(const Tensor& tensor) {
  if (tensor.shape.size() != 4 || tensor.type != ElementType::float32)
    throw Error("tensor '" + tensor.name + "' of shape " + to_string(tensor.shape) +
                " in blocked layout, expected four dimensions of float32");
}

}  // namespace

std::vector<Layout> tensor_layouts(const Graph& graph, std::span<const Layout> input_layouts,
                                   std::span<const Layout> output_layouts) {
  check_count("inputs", input_layouts.size(), graph.inputs.size());
  check_count("outputs", output_layouts.size(), graph.outputs.size());
  std::vector<Layout> layouts(graph.tensors.size(), Layout::plain);
  const auto layout_of = [&](TensorId id) -> Layout& { return layouts[static_cast<std::size_t>(id)]; };
  for (std::size_t i = 0; i < input_layouts.size(); ++i) {
    if (input_layouts[i] == Layout::blocked) check_blocked(graph.tensor(graph.inputs[i]));
    layout_of(graph.inputs[i]) = input_layouts[i];
  }

  // A graph output is stored as it is wanted, and its consumers find it so.
  std::vector<bool> wanted_plain(graph.tensors.size(), false);
  for (std::size_t i = 0; i < graph.outputs.size(); ++i)
    if (output_layouts.empty() || output_layouts[i] == Layout::plain)
      wanted_plain[static_cast<std::size_t>(graph.outputs[i])] = true;

  for (const Layer& layer : graph.layers) {
    std::vector<Layout> in;
    for (TensorId id : layer.inputs) in.push_back(id == no_tensor ? Layout::plain : layout_of(id));
    const LayoutChoice choice = layer.op->layouts(input_types(graph, layer), in);
    for (std::size_t i = 0; i < layer.outputs.size(); ++i) {
      const TensorId id = layer.outputs[i];
      layout_of(id) = wanted_plain[static_cast<std::size_t>(id)] ? Layout::plain : choice.outputs[i];
    }
  }
  return layouts;
}

}  // namespace bricks
