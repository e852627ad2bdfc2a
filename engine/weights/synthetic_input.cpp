#include "engine/weights/synthetic_input.hpp"

#include "engine/ops/binary.hpp"
#include "engine/ops/gather.hpp"
#include "engine/ops/unary.hpp"
#include "engine/weights/recipe.hpp"

#include <algorithm>

namespace bricks {
namespace {

bool needs_positive(const Layer& layer, TensorId id) {
  if (const auto* op = op_cast<Unary>(*layer.op)) {
    constexpr UnaryKind kinds[] = {UnaryKind::sqrt, UnaryKind::sqrt_ratio, UnaryKind::log,
                                   UnaryKind::reciprocal};
    return std::find(std::begin(kinds), std::end(kinds), op->kind) != std::end(kinds);
  }
  const auto* op = op_cast<Binary>(*layer.op);
  if (!op) return false;
  using F = Binary::Function;
  const bool divisor = op->function == F::div || op->function == F::div_offset;
  return (divisor && layer.inputs[1] == id) || (op->function == F::pow && layer.inputs[0] == id);
}

// Indices below this are legal for the layer.
std::int64_t index_limit(const Graph& graph, const Layer& layer, TensorId id) {
  constexpr std::int64_t any = std::int64_t{1} << 31;
  if (layer.inputs.size() < 2 || layer.inputs[1] != id) return any;
  const Shape& data = graph.tensor(layer.inputs[0]).shape;
  if (const auto* op = op_cast<Gather>(*layer.op))
    return data[static_cast<std::size_t>(op->axis < 0 ? op->axis + static_cast<std::int64_t>(data.size())
                                                      : op->axis)];
  if (const auto* op = op_cast<GatherND>(*layer.op)) {
    const auto first = data.begin() + op->batch_dims;
    return *std::min_element(first, first + graph.tensor(id).shape.back());
  }
  return any;
}

WeightRecipe recipe_for(const Graph& graph, TensorId id) {
  WeightRecipe recipe = uniform(0, 1);
  std::int64_t limit = std::int64_t{1} << 31;
  for (LayerId consumer : graph.tensor(id).consumers) {
    const Layer& layer = graph.layer(consumer);
    if (needs_positive(layer, id)) recipe = {1, 0.5f};
    limit = std::min(limit, index_limit(graph, layer, id));
  }
  recipe.limit = limit == std::int64_t{1} << 31 ? 2 : limit;
  return recipe;
}

}  // namespace

std::vector<std::byte> synthetic_input(const Graph& graph, TensorId id, std::uint64_t seed) {
  const Tensor& tensor = graph.tensor(id);
  std::vector<std::byte> values(tensor_bytes(tensor, Layout::plain, 1));
  fill(recipe_for(graph, id), stream_key(seed, tensor.name), tensor, values.data());
  return values;
}

}  // namespace bricks
