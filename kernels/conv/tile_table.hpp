// Every width of a register tile, instantiated, in a table by vectors, rows and pixels.
#pragma once

#include "kernels/conv/band_tile.hpp"

#include <utility>

namespace bricks::kernels::BRICKS_ISA {

// one_row[v - 1][p - 1]; two_rows likewise for up to half the pixels.
struct TileTable {
  RunTile one_row[most_vectors][most_pixels];
  RunTile two_rows[most_vectors][most_pixels / 2];

  constexpr TileFunctions functions(std::ptrdiff_t vectors) const {
    return {one_row[vectors - 1], two_rows[vectors - 1], most_pixels, most_pixels / 2};
  }
};

template <template <int V, int R, int P> class Instance>
constexpr TileTable make_tile_table() {
  TileTable table = {};
  const auto fill_row = [&]<int V, int... P>(std::integral_constant<int, V>,
                                             std::integer_sequence<int, P...>) {
    ((table.one_row[V - 1][P] = Instance<V, 1, P + 1>::run), ...);
  };
  const auto fill_pair = [&]<int V, int... P>(std::integral_constant<int, V>,
                                              std::integer_sequence<int, P...>) {
    ((table.two_rows[V - 1][P] = Instance<V, 2, P + 1>::run), ...);
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
