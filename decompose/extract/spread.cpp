#include "decompose/extract/spread.hpp"

#include "decompose/extract/scratch_use.hpp"
#include "decompose/extract/suite_lanes.hpp"
#include "decompose/extract/value_of_name.hpp"

#include <array>

namespace bricks {
namespace {

constexpr std::array<std::string_view, 4> names = {"pieces", "rows", "shared", "first"};

const Layer& first_layer(const UnitGraph& model, std::size_t unit) {
  return model.graph->layer(model.units[unit].first());
}

bool is_convolution(const Layer& layer) {
  return layer.op->type() == "Conv" || layer.op->type() == "ConvTranspose";
}

double half_of(std::int64_t items) {
  return static_cast<double>((items + 1) / 2) / static_cast<double>(items);
}

std::int64_t groups_of(const Graph& graph, const Layer& layer) {
  if (layer.op->type() != "Conv") return 1;
  return graph.tensor(layer.inputs[0]).shape[1] / graph.tensor(layer.inputs[1]).shape[1];
}

// kernels/conv/conv_split.cpp's cost on two workers with vectors of 16 floats and tiles of 2: one that takes
// rows reads all weights, of which half count there, one that takes channels all of the input. Two that take
// channels have half each, by Winograd's method whole tiles; of grouped channels they read their groups'
// alone.
bool is_shared_by_rows(const Graph& graph, const Layer& layer) {
  constexpr std::int64_t tile_channels = 2 * suite_lanes;
  const Shape& x = graph.tensor(layer.inputs[0]).shape;
  const Shape& y = graph.tensor(layer.outputs[0]).shape;
  const Shape& w = graph.tensor(layer.inputs[1]).shape;
  if (x.size() != 4 || w.size() != 4) return false;
  const double filters = layer.op->type() == "Conv" ? winograd_filters(x, y, w) : 0;
  const bool is_winograd = filters > 0;
  const bool is_grouped = groups_of(graph, layer) > 1;
  const double compute = static_cast<double>(layer_macs(graph, layer)) / suite_lanes;
  const double weights = (is_winograd ? filters : 1.0) * static_cast<double>(element_count(w)) / 2,
               input = static_cast<double>(element_count(x));
  const double rows = compute * half_of(y[0] * y[2]) + weights + input / 2,
               of_channels = is_winograd ? half_of((y[1] + tile_channels - 1) / tile_channels) : 0.5,
               tiles = compute * of_channels + weights / 2 + (is_grouped ? input / 2 : input);
  return rows <= tiles;
}

// A sum over dimension 1 alone: workers share what is left, so that each reads some rows of every channel.
bool is_sum_of_channels(const UnitGraph& model, const Layer& layer) {
  if (!layer.op->type().starts_with("Reduce")) return false;
  const TensorId id = layer.inputs[0];
  const Shape &x = model.graph->tensor(id).shape, &y = model.graph->tensor(layer.outputs[0]).shape;
  return model.layout(id) == Layout::plain && x.size() == 4 && x[1] > 1 &&
         element_count(y) == x[0] * x[2] * x[3];
}

// A pool over whole maps of one block of channels is one worker's work.
bool is_pool_of_one_block(const UnitGraph& model, const Layer& layer) {
  const TensorId id = layer.inputs[0];
  const Shape& x = model.graph->tensor(id).shape;
  return layer.op->type().starts_with("Global") && model.layout(id) == Layout::blocked && x[0] == 1 &&
         x[1] <= suite_lanes;
}

}  // namespace

std::string_view spread_name(Spread spread) { return names[static_cast<std::size_t>(spread)]; }

Spread spread_from_name(std::string_view name) { return value_of_name<Spread>(names, name); }

Spread written_spread(const UnitGraph& model, std::size_t unit) {
  if (model.units[unit].stages.size() > 1) return Spread::rows;
  const Layer& layer = first_layer(model, unit);
  return is_convolution(layer) && is_shared_by_rows(*model.graph, layer) ? Spread::rows : Spread::pieces;
}

// Who writes rows reads them too; who writes pieces of a product reads all of what it multiplies, who writes
// them in another order some of everything.
Spread read_spread(const UnitGraph& model, std::size_t unit, TensorId id) {
  const Spread written = written_spread(model, unit);
  const Layer& layer = first_layer(model, unit);
  if (written == Spread::rows || id != layer.inputs[0]) return written;
  if (is_sum_of_channels(model, layer)) return Spread::rows;
  if (layer.op->type() == "Transpose") return Spread::rows;
  if (is_pool_of_one_block(model, layer)) return Spread::first;
  const bool reads_all = layer_macs(*model.graph, layer) > 0 && groups_of(*model.graph, layer) == 1;
  return reads_all ? Spread::shared : Spread::pieces;
}

}  // namespace bricks
