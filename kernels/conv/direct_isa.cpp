#include "kernels/conv/algorithms.hpp"
#include "kernels/conv/direct.hpp"
#include "kernels/conv/single_pixel.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

template <int V, int R, int P, bool half>
struct Instance {
  static constexpr RunTile run = direct_tile<V, R, P, half>;
  static constexpr RunTile narrow = narrow_tile<V, R, P>;
};
constexpr TileTable table = make_tile_table<Instance>();

void run(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch) {
  if (is_single_pixel(g)) return run_single_pixels(g, a, range);
  run_direct<lanes>(g, a, range, scratch, table);
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const ConvKernel DirectTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::run};

}  // namespace bricks::kernels
