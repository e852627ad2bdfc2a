// Every width of a register tile, instantiated, in a table by vectors, rows and pixels.
#pragma once

#include "kernels/conv/band_tile.hpp"

#include <utility>

namespace bricks::kernels::BRICKS_ISA {

// one_row[half][v - 1][p - 1]; two_rows likewise for up to half the pixels. half: of the last vector's lanes
// half is enough.
struct TileTable {
  static constexpr bool resumes = true;

  RunTile one_row[2][odd_vectors][most_pixels];
  RunTile two_rows[2][odd_vectors][most_pixels / 2];

  static constexpr int widest(std::ptrdiff_t vectors) {
    return vectors > most_vectors ? odd_pixels : most_pixels;
  }

  constexpr TileFunctions functions(std::ptrdiff_t vectors, bool half) const {
    return {one_row[half][vectors - 1], two_rows[half][vectors - 1], widest(vectors), widest(vectors) / 2};
  }
};

template <template <int V, int R, int P, bool half> class Instance>
constexpr TileTable make_tile_table() {
  TileTable table = {};
  const auto fill = [&]<int V, int R, int... P>(auto& half_or_not, std::integral_constant<int, V>,
                                                std::integral_constant<int, R>,
                                                std::integer_sequence<int, P...>) {
    constexpr bool halves = has_half_vectors && V <= most_vectors;
    ((half_or_not[0][V - 1][P] = Instance<V, R, P + 1, false>::run,
      half_or_not[1][V - 1][P] = Instance<V, R, P + 1, halves>::run),
     ...);
  };
  const auto fill_vectors = [&]<int V>(std::integral_constant<int, V> vectors) {
    constexpr int widest = TileTable::widest(V);
    fill(table.one_row, vectors, std::integral_constant<int, 1>{}, std::make_integer_sequence<int, widest>{});
    fill(table.two_rows, vectors, std::integral_constant<int, 2>{},
         std::make_integer_sequence<int, widest / 2>{});
  };
  [&]<int... V>(std::integer_sequence<int, V...>) {
    (fill_vectors(std::integral_constant<int, V + 1>{}), ...);
  }
  (std::make_integer_sequence<int, odd_vectors>{});
  return table;
}

}  // namespace bricks::kernels::BRICKS_ISA
