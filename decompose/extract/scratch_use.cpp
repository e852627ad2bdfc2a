#include "decompose/extract/scratch_use.hpp"

#include "decompose/extract/suite_lanes.hpp"

#include <algorithm>

namespace bricks {
namespace {

// Of a pass, and as many again of a line's. Their outputs are four pixels a side.
constexpr std::int64_t pass_tiles = 56, tile_side = 4;

// A row or a column of three taps and more, not strided.
bool is_winograd_line(const Shape& x, const Shape& y, const Shape& w) {
  return std::min(w[2], w[3]) == 1 && std::max(w[2], w[3]) >= 3 && w[1] >= suite_lanes && 2 * y[2] > x[2] &&
         2 * y[3] > x[3];
}

// By phases, which have two taps a side and more.
bool is_winograd_transposed(const Shape& x, const Shape& y, const Shape& w) {
  return w[0] >= suite_lanes && x[2] > 0 && w[2] > y[2] / x[2];
}

std::int64_t tiles(std::int64_t pixels) { return (pixels + tile_side - 1) / tile_side; }

// Of all input channels; a kernel of several pieces keeps those of a few channels at a time, which count as
// none.
std::int64_t transformed_floats(const Shape& x, const Shape& y, const Shape& w, bool transposed) {
  const std::int64_t side = std::max(w[2], w[3]);
  if (std::min(w[2], w[3]) == 1) return 6 * x[1] * std::min(2 * pass_tiles, y[2] * y[3] / tile_side);
  const Shape& map = transposed ? x : y;  // of a phase
  const bool one_piece = transposed || (side <= 4 && 2 * y[2] > x[2]);
  return one_piece ? 36 * x[1] * std::min(pass_tiles, tiles(map[2]) * tiles(map[3])) : 0;
}

bool uses_winograd(const Shape& x, const Shape& y, const Shape& w, bool transposed) {
  if (transposed) return is_winograd_transposed(x, y, w);
  if (x[1] != w[1]) return false;  // of groups
  return winograd_filters(x, y, w) > 0 || is_winograd_line(x, y, w);
}

}  // namespace

double winograd_filters(const Shape& x, const Shape& y, const Shape& w) {
  const std::int64_t kernel = w[2], pieces = (kernel + 3) / 4,
                     stride = y[2] == 0 ? 0 : (x[2] + y[2] / 2) / y[2];
  if (kernel < 3 || w[3] != kernel || w[1] < suite_lanes) return 0;
  const double for_one_piece = static_cast<double>(pieces * pieces) / static_cast<double>(kernel * kernel);
  if (stride == 1) return 36 * for_one_piece;
  return stride == 2 && y[2] >= 16 ? 64 * for_one_piece : 0;
}

std::uint64_t scratch_bytes(const UnitGraph& model, std::size_t unit) {
  if (model.units[unit].stages.size() > 1) return 0;
  const Graph& graph = *model.graph;
  const Layer& layer = graph.layer(model.units[unit].first());
  const bool transposed = layer.op->type() == "ConvTranspose";
  if (layer.op->type() != "Conv" && !transposed) return 0;
  const Shape& x = graph.tensor(layer.inputs[0]).shape;
  const Shape& y = graph.tensor(layer.outputs[0]).shape;
  const Shape& w = graph.tensor(layer.inputs[1]).shape;
  if (x.size() != 4 || w.size() != 4 || !uses_winograd(x, y, w, transposed)) return 0;
  return other_scratch_bytes +
         sizeof(float) * static_cast<std::uint64_t>(transformed_floats(x, y, w, transposed));
}

}  // namespace bricks
