#include "kernels/conv/algorithms.hpp"
#include "kernels/conv/planes.hpp"

#include <utility>

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

struct Widths {
  RunTile one_row[plane_pixels], two_rows[plane_pixels];
};
template <int... P>
constexpr Widths make_widths(std::integer_sequence<int, P...>) {
  return {{planes_tile<1, P + 1>...}, {planes_tile<2, P + 1>...}};
}
constexpr Widths widths = make_widths(std::make_integer_sequence<int, plane_pixels>{});
constexpr TileFunctions functions = {widths.one_row, widths.two_rows, plane_pixels, plane_pixels};

void run(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch) {
  std::ptrdiff_t* taps = static_cast<std::ptrdiff_t*>(scratch);
  fill_taps<lanes>(g, taps);
  const Planes planes{g, a, functions, taps, band_of(g, scratch), inline_activation(a.activation)};
  for_each_band(g, range, [&](const BandRows& rows) {
    for (std::ptrdiff_t vector = range.tile_begin; vector < range.tile_end; ++vector)
      planes.run_vector(rows, vector);
  });
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const ConvKernel PlanesTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::run};

}  // namespace bricks::kernels
