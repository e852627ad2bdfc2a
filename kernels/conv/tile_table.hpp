// Every width of a register tile, instantiated, in a table by vectors, rows and pixels.
#pragma once

#include "kernels/conv/band_tile.hpp"

#include <utility>

namespace bricks::kernels::BRICKS_ISA {

// one_row[half][v - 1][p - 1]; two_rows likewise for up to half the pixels. half: of the last vector's lanes
// half is enough. The narrow ones are null where an Instance has none.
struct TileTable {
  RunTile one_row[2][odd_vectors][most_pixels];
  RunTile two_rows[2][odd_vectors][most_pixels / 2];
  RunTile narrow_one_row[odd_vectors][most_pixels];
  RunTile narrow_two_rows[odd_vectors][most_pixels / 2];

  static constexpr std::ptrdiff_t channel_weights(std::ptrdiff_t vectors) { return vectors * lanes; }

  static constexpr std::ptrdiff_t part_blocks(std::ptrdiff_t block_weights) {
    const std::ptrdiff_t blocks =
        conv_part_bytes / (block_weights * static_cast<std::ptrdiff_t>(sizeof(float)));
    return blocks < 1 ? 1 : blocks;
  }

  static constexpr int widest(std::ptrdiff_t vectors) {
    return vectors > most_vectors ? odd_pixels : most_pixels;
  }

  constexpr TileFunctions functions(std::ptrdiff_t vectors, bool half) const {
    const std::ptrdiff_t v = vectors - 1;
    return {one_row[half][v],    two_rows[half][v], widest(vectors),
            widest(vectors) / 2, narrow_one_row[v], narrow_two_rows[v]};
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
  const auto fill_narrow = [&]<int V, int R, int... P>(auto& narrow, std::integral_constant<int, V>,
                                                       std::integral_constant<int, R>,
                                                       std::integer_sequence<int, P...>) {
    if constexpr (requires { Instance<V, R, 1, false>::narrow; })
      ((narrow[V - 1][P] = Instance<V, R, P + 1, false>::narrow), ...);
  };
  const auto fill_vectors = [&]<int V>(std::integral_constant<int, V> vectors) {
    constexpr int widest = TileTable::widest(V);
    constexpr std::integral_constant<int, 1> one;
    constexpr std::integral_constant<int, 2> two;
    constexpr std::make_integer_sequence<int, widest> pixels;
    constexpr std::make_integer_sequence<int, widest / 2> pair_pixels;
    fill(table.one_row, vectors, one, pixels);
    fill(table.two_rows, vectors, two, pair_pixels);
    fill_narrow(table.narrow_one_row, vectors, one, pixels);
    fill_narrow(table.narrow_two_rows, vectors, two, pair_pixels);
  };
  [&]<int... V>(std::integer_sequence<int, V...>) {
    (fill_vectors(std::integral_constant<int, V + 1>{}), ...);
  }
  (std::make_integer_sequence<int, odd_vectors>{});
  return table;
}

}  // namespace bricks::kernels::BRICKS_ISA
