#include "engine/plan/prepare_unit.hpp"

#include "engine/error.hpp"
#include "engine/plan/reordered_kernel.hpp"
#include "engine/plan/stored_kernel.hpp"

#include <algorithm>

namespace bricks {
namespace {

class UnitPreparation {
 public:
  UnitPreparation(const Graph& graph, const Unit& unit, std::span<const Layout> layouts,
                  const PlanOptions& options)
      : graph_(graph), first_(graph.layer(unit.first())), layouts_(layouts), options_(options) {
    planned_.unit = unit;
  }

  PlannedUnit run() {
    if (is_view(first_)) return view_only();
    const std::vector<std::size_t>& starts = planned_.unit.stages;
    for (std::size_t i = 0; i < planned_.unit.layers.size(); ++i) {
      const Layer& layer = graph_.layer(planned_.unit.layers[i]);
      if (std::find(starts.begin(), starts.end(), i) != starts.end())
        begin_stage(layer);
      else if (!is_view(layer) && !layer.op->is_stored())
        merge(layer);
    }
    planned_.kernel = with_stored_inputs(with_reorders(kernel(), data_inputs(), planned_.outputs.size(),
                                                       input_reorders_, output_reorders(), options_.isa),
                                         data_inputs(), stored_);
    planned_.weights.insert(planned_.weights.begin(), stored_weights_.begin(), stored_weights_.end());
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

  std::unique_ptr<UnitKernel> kernel() const {
    return stages_.size() == 1 ? first_.op->prepare(stages_[0].request) : first_.op->prepare_chain(stages_);
  }

  void begin_stage(const Layer& layer) {
    PrepareRequest request;
    request.isa = options_.isa;
    request.strict = options_.strict;
    request.tuning = options_.tuning.get();
    request.inputs = input_types(graph_, layer);
    request.outputs = output_types(graph_, layer);
    std::vector<Layout> actual;
    for (TensorId id : layer.inputs) actual.push_back(id == no_tensor ? Layout::plain : layout(id));
    const LayoutChoice choice = layer.op->layouts(request.inputs, actual);
    request.layouts = choice.inputs;
    request.output_layouts = choice.outputs;
    planned_.outputs = layer.outputs;
    stages_.push_back({*layer.op, std::move(request)});
    for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
      const TensorId id = layer.inputs[i];
      if (id == no_tensor || graph_.tensor(id).weight) {
        planned_.weights.push_back(id);
        continue;
      }
      if (is_passed_on(id)) continue;
      if (choice.inputs[i] != actual[i])
        input_reorders_.push_back({data_inputs(), graph_.tensor(id), actual[i], choice.inputs[i]});
      add_data_input(id);
    }
  }

  void add_data_input(TensorId id) {
    const LayerId producer = graph_.tensor(id).producer;
    if (!inside_unit(producer)) return planned_.inputs.push_back(id);
    stored_.push_back({data_inputs(), tensor_bytes(graph_.tensor(id), Layout::plain, 1)});
    stored_weights_.push_back(graph_.layer(producer).inputs[0]);
  }

  // Of the unit's kernel, so far.
  std::size_t data_inputs() const { return planned_.inputs.size() + stored_.size(); }

  void merge(const Layer& layer) {
    if (!layer.op->merge_into(stages_.back().request.epilogue, input_types(graph_, layer)))
      throw Error("layer '" + layer.name + "' cannot be merged behind '" + first_.name + "'");
    for (TensorId id : layer.inputs) {
      if (id == no_tensor) continue;
      const Tensor& tensor = graph_.tensor(id);
      if (tensor.weight)
        planned_.weights.push_back(id);
      else if (!is_passed_on(id))
        add_data_input(id);
    }
    planned_.outputs = layer.outputs;
  }

  // From one layer of the unit's kernel to another.
  bool is_passed_on(TensorId id) const {
    const LayerId producer = graph_.tensor(id).producer;
    return inside_unit(producer) && !graph_.layer(producer).op->is_stored();
  }

  bool inside_unit(LayerId id) const {
    const std::vector<LayerId>& layers = planned_.unit.layers;
    return std::find(layers.begin(), layers.end(), id) != layers.end();
  }

  std::vector<Reorder> output_reorders() const {
    std::vector<Reorder> reorders;
    for (std::size_t i = 0; i < planned_.outputs.size(); ++i) {
      const Layout outside = layout(planned_.outputs[i]), inside = stages_.back().request.output_layouts[i];
      if (outside != inside) reorders.push_back({i, graph_.tensor(planned_.outputs[i]), outside, inside});
    }
    return reorders;
  }

  const Graph& graph_;
  const Layer& first_;
  std::span<const Layout> layouts_;
  const PlanOptions& options_;
  PlannedUnit planned_;
  std::vector<ChainStage> stages_;
  std::vector<Reorder> input_reorders_;
  std::vector<StoredInput> stored_;
  std::vector<TensorId> stored_weights_;
};

}  // namespace

PlannedUnit prepare_unit(const Graph& graph, const Unit& unit, std::span<const Layout> layouts,
                         const PlanOptions& options) {
  const Layer& first = graph.layer(unit.first());
  return within("layer '" + first.name + "' (" + std::string(first.op->type()) + ")",
                [&] { return UnitPreparation(graph, unit, layouts, options).run(); });
}

}  // namespace bricks
