// Every width of a register tile, instantiated, in a table by vectors, rows and pixels.
#pragma once

#include "kernels/conv/band_tile.hpp"

#include <utility>

namespace bricks::kernels::BRICKS_ISA {

// one_row[half][v - 1][p - 1]; two_rows likewise for up to half the pixels. half: of the last vector's lanes
// half is enough.
struct TileTable {
  RunTile one_row[2][most_vectors][most_pixels];
  RunTile two_rows[2][most_vectors][most_pixels / 2];

  constexpr TileFunctions functions(std::ptrdiff_t vectors, bool half) const {
    return {one_row[half][vectors - 1], two_rows[half][vectors - 1], most_pixels, most_pixels / 2};
  }
};

template <template <int V, int R, int P, bool half> class Instance>
constexpr TileTable make_tile_table() {
  TileTable table = {};
  const auto fill_row = [&]<int V, int... P>(std::integral_constant<int, V>,
                                             std::integer_sequence<int, P...>) {
    ((table.one_row[0][V - 1][P] = Instance<V, 1, P + 1, false>::run,
      table.one_row[1][V - 1][P] = Instance<V, 1, P + 1, has_half_vectors>::run),
     ...);
  };
  const auto fill_pair = [&]<int V, int... P>(std::integral_constant<int, V>,
                                              std::integer_sequence<int, P...>) {
    ((table.two_rows[0][V - 1][P] = Instance<V, 2, P + 1, false>::run,
      table.two_rows[1][V - 1][P] = Instance<V, 2, P + 1, has_half_vectors>::run),
     ...);
  };
  [&]<int... V>(std::integer_sequence<int, V...>) {
    (fill_row(std::integral_constant<int, V + 1>{}, std::make_integer_sequence<int, most_pixels>{}), ...);
    (fill_pair(std::integral_constant<int, V + 1>{}, std::make_integer_sequence<int, most_pixels / 2>{}),
     ...);
  }
  (std::make_integer_sequence<int, most_vectors>{});
  return table;
}

}  // namespace bricks::kernels::BRICKS_ISA
