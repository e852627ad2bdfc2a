#include "engine/plan/prepare_unit.hpp"

#include "engine/error.hpp"
#include "engine/plan/reordered_kernel.hpp"

#include <algorithm>

namespace bricks {
namespace {

class UnitPreparation {
 public:
  UnitPreparation(const Graph& graph, const Unit& unit, std::span<const Layout> layouts,
                  const PlanOptions& options)
      : graph_(graph), first_(graph.layer(unit.layers[0])), layouts_(layouts) {
    planned_.unit = unit;
    request_.isa = options.isa;
    request_.strict = options.strict;
  }

  PlannedUnit run() {
    if (is_view(first_)) return view_only();
    describe_first();
    for (std::size_t i = 1; i < planned_.unit.layers.size(); ++i) {
      const Layer& layer = graph_.layer(planned_.unit.layers[i]);
      if (!is_view(layer)) merge(layer);
    }
    planned_.kernel =
        with_reorders(first_.op->prepare(request_), planned_.inputs.size(), planned_.outputs.size(),
                      input_reorders_, output_reorders(), request_.isa);
    return std::move(planned_);
  }

 private:
  Layout layout(TensorId id) const { return layouts_[static_cast<std::size_t>(id)]; }

  bool is_view(const Layer& layer) const { return bricks::is_view(graph_, layer, layouts_); }

  PlannedUnit view_only() {
    planned_.inputs = {first_.inputs[0]};
    planned_.outputs = first_.outputs;
    return std::move(planned_);
  }

  void describe_first() {
    request_.inputs = input_types(graph_, first_);
    request_.outputs = output_types(graph_, first_);
    std::vector<Layout> actual;
    for (TensorId id : first_.inputs) actual.push_back(id == no_tensor ? Layout::plain : layout(id));
    const LayoutChoice choice = first_.op->layouts(request_.inputs, actual);
    request_.layouts = choice.inputs;
    request_.output_layouts = choice.outputs;
    planned_.outputs = first_.outputs;
    for (std::size_t i = 0; i < first_.inputs.size(); ++i) {
      const TensorId id = first_.inputs[i];
      if (id == no_tensor || graph_.tensor(id).weight) {
        planned_.weights.push_back(id);
        continue;
      }
      if (choice.inputs[i] != actual[i])
        input_reorders_.push_back({planned_.inputs.size(), graph_.tensor(id), actual[i], choice.inputs[i]});
      planned_.inputs.push_back(id);
    }
  }

  void merge(const Layer& layer) {
    if (!layer.op->merge_into(request_.epilogue, input_types(graph_, layer)))
      throw Error("layer '" + layer.name + "' cannot be merged behind '" + first_.name + "'");
    for (TensorId id : layer.inputs) {
      if (id == no_tensor) continue;
      const Tensor& tensor = graph_.tensor(id);
      if (tensor.weight)
        planned_.weights.push_back(id);
      else if (!inside_unit(tensor.producer))
        planned_.inputs.push_back(id);
    }
    planned_.outputs = layer.outputs;
  }

  bool inside_unit(LayerId id) const {
    const std::vector<LayerId>& layers = planned_.unit.layers;
    return std::find(layers.begin(), layers.end(), id) != layers.end();
  }

  std::vector<Reorder> output_reorders() const {
    std::vector<Reorder> reorders;
    for (std::size_t i = 0; i < planned_.outputs.size(); ++i) {
      const Layout outside = layout(planned_.outputs[i]), inside = request_.output_layouts[i];
      if (outside != inside) reorders.push_back({i, graph_.tensor(planned_.outputs[i]), outside, inside});
    }
    return reorders;
  }

  const Graph& graph_;
  const Layer& first_;
  std::span<const Layout> layouts_;
  PlannedUnit planned_;
  PrepareRequest request_;
  std::vector<Reorder> input_reorders_;
};

}  // namespace

PlannedUnit prepare_unit(const Graph& graph, const Unit& unit, std::span<const Layout> layouts,
                         const PlanOptions& options) {
  const Layer& first = graph.layer(unit.layers[0]);
  return within("layer '" + first.name + "' (" + std::string(first.op->type()) + ")",
                [&] { return UnitPreparation(graph, unit, layouts, options).run(); });
}

}  // namespace bricks
