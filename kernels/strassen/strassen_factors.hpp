// The second factors of a pass: what the map's sections hold under every tap, added up.
#pragma once

#include "kernels/simd/simd.hpp"
#include "kernels/strassen/strassen.hpp"

#include <utility>

namespace bricks::kernels::BRICKS_ISA {

// The input pixels under one tap of the kernel, for one output pixel after another.
class TapWalk {
 public:
  BRICKS_INLINE TapWalk(const ConvGeometry& g, std::ptrdiff_t pixel, std::ptrdiff_t tap)
      : p_(g.problem),
        out_w_(g.out_w),
        left_(tap % p_.kernel_w * p_.dilation_w - p_.pad_left),
        column_(pixel % g.out_w),
        y_(pixel / g.out_w * p_.stride_h - p_.pad_top + tap / p_.kernel_w * p_.dilation_h),
        x_(left_ + column_ * p_.stride_w) {}

  // Of a block of channels at `from`; zeros in the padding.
  BRICKS_INLINE Vec value(const float* from) const {
    const bool inside = y_ >= 0 && y_ < p_.in_h && x_ >= 0 && x_ < p_.in_w;
    return inside ? load(from + y_ * p_.input.row + x_ * p_.input.pixel) : zero();
  }

  BRICKS_INLINE void advance() {
    x_ += p_.stride_w;
    if (++column_ < out_w_) return;
    column_ = 0, x_ = left_, y_ += p_.stride_h;
  }

 private:
  const ConvProblem& p_;
  std::ptrdiff_t out_w_, left_, column_, y_, x_;
};

// Places [first, first + count) of every section of an image's pixels.
struct StrassenPass {
  std::ptrdiff_t image, first, count;
};

// Blocks [begin, begin + count) of every section of the input channels, for one of the outer level's
// products, the turn-th to be made; of one level for the only one, which counts as the first.
struct StrassenPart {
  int turn;
  std::ptrdiff_t begin, count;
  bool is_last;

  BRICKS_INLINE int product() const { return strassen_outer_order[turn]; }
};

// body(std::integral_constant) of a product that is known when it runs.
template <class Body>
BRICKS_INLINE void with_product(int product, const Body& body) {
  [&]<int... k>(std::integer_sequence<int, k...>) __attribute__((always_inline)) {
    ((product == k ? body(std::integral_constant<int, k>{}) : void()), ...);
  }
  (std::make_integer_sequence<int, strassen_products>{});
}

// T of a product, by what map(row, column) gives of each quarter.
template <int product, class Map>
BRICKS_INLINE Vec second_factor(const Map& map) {
  if constexpr (product == 0) return map(0, 0);
  if constexpr (product == 1) return map(1, 0);
  if constexpr (product == 2) return map(1, 1);
  if constexpr (product == 3) return map(1, 1) - (map(0, 1) - map(0, 0)) - map(1, 0);
  if constexpr (product == 4) return map(0, 1) - map(0, 0);
  if constexpr (product == 5) return map(1, 1) - (map(0, 1) - map(0, 0));
  if constexpr (product == 6) return map(1, 1) - map(0, 1);
}

struct StrassenFactors {
  const ConvGeometry& g;
  const float* input;  // of the first section, at the part's first block
  float* made;         // [second factor that is made][block][tap][place][c]

  // Floats from one section of the input channels to the next.
  BRICKS_INLINE std::ptrdiff_t section() const { return g.strassen.section_blocks * g.problem.input.block; }

  // The first products' factors are parts of the map; of those of two levels, the first ones' again.
  BRICKS_INLINE bool lies_in_place(const StrassenPart& part, int product) const {
    return g.strassen.reads_in_place && product < strassen_parts && part.product() < strassen_parts;
  }

  BRICKS_INLINE float* made_factor(int product) const {
    return made + (product - (strassen_products - strassen_made(g))) * g.strassen.factor_plane;
  }

  // Those of products from `first` on.
  template <int first, class Map>
  BRICKS_INLINE void store_factors(std::ptrdiff_t at, const Map& map) const {
    const Vec quarters[2][2] = {{map(0, 0), map(0, 1)}, {map(1, 0), map(1, 1)}};
    const auto quarter = [&](int row, int column) __attribute__((always_inline)) {
      return quarters[row][column];
    };
    [&]<int... k>(std::integer_sequence<int, k...>) __attribute__((always_inline)) {
      (store(made_factor(first + k) + at, second_factor<first + k>(quarter)), ...);
    }
    (std::make_integer_sequence<int, strassen_products - first>{});
  }

  // store(at, map) of every place under every tap; map(row, column) is what a section holds there.
  template <class Store>
  BRICKS_INLINE void read_in_place(const StrassenPass& pass, const StrassenPart& part,
                                   const Store& store_all) const {
    std::ptrdiff_t at = 0;
    for (std::ptrdiff_t block = 0; block < part.count; ++block) {
      const float* from = input + block * g.problem.input.block + pass.first * lanes;
      for (std::ptrdiff_t i = 0; i < pass.count; ++i, from += lanes, at += lanes)
        store_all(
            at, [&](int row, int column) __attribute__((always_inline)) {
              return load(from + row * section() + g.strassen.first_pixel[column] * lanes);
            });
    }
  }

  template <int sections, class Store>
  BRICKS_INLINE void gather(const StrassenPass& pass, const StrassenPart& part,
                            const Store& store_all) const {
    std::ptrdiff_t at = 0;
    for (std::ptrdiff_t block = 0; block < part.count; ++block) {
      const float* from = input + block * g.problem.input.block;
      for (std::ptrdiff_t tap = 0; tap < g.problem.kernel_h * g.problem.kernel_w; ++tap) {
        const auto walk = [&](int column) __attribute__((always_inline)) {
          return TapWalk(g, pass.first + g.strassen.first_pixel[column % sections], tap);
        };
        TapWalk columns[] = {walk(0), walk(1), walk(2), walk(3)};
        for (std::ptrdiff_t i = 0; i < pass.count; ++i, at += lanes) {
          store_all(
              at, [&](int row, int column) __attribute__((always_inline)) {
                return columns[column].value(from + row * section());
              });
          BRICKS_UNROLL
          for (int column = 0; column < sections; ++column) columns[column].advance();
        }
      }
    }
  }

  BRICKS_INLINE void make_one_level(const StrassenPass& pass, const StrassenPart& part) const {
    if (g.strassen.reads_in_place)
      read_in_place(
          pass, part, [&](std::ptrdiff_t at, const auto& map) __attribute__((always_inline)) {
            store_factors<strassen_parts>(at, map);
          });
    else
      gather<2>(
          pass, part, [&](std::ptrdiff_t at, const auto& map) __attribute__((always_inline)) {
            store_factors<0>(at, map);
          });
  }

  // store(at, map) as above, of the inner level's quarters of the outer one's factor.
  template <int outer, int first>
  BRICKS_INLINE void store_inner(std::ptrdiff_t at, const auto& map) const {
    store_factors<first>(
        at, [&](int row, int column) __attribute__((always_inline)) {
          return second_factor<outer>([&](int outer_row, int outer_column) __attribute__((always_inline)) {
            return map(2 * outer_row + row, 2 * outer_column + column);
          });
        });
  }

  // The inner level's, of the outer one's product `outer`.
  template <int outer>
  BRICKS_INLINE void make_two_levels(const StrassenPass& pass, const StrassenPart& part) const {
    constexpr int first = outer < strassen_parts ? strassen_parts : 0;
    if (g.strassen.reads_in_place)
      read_in_place(
          pass, part, [&](std::ptrdiff_t at, const auto& map) __attribute__((always_inline)) {
            store_inner<outer, first>(at, map);
          });
    else
      gather<4>(
          pass, part, [&](std::ptrdiff_t at, const auto& map) __attribute__((always_inline)) {
            store_inner<outer, 0>(at, map);
          });
  }

  BRICKS_INLINE void make(const StrassenPass& pass, const StrassenPart& part) const {
    if (g.strassen.levels == 1) return make_one_level(pass, part);
    with_product(
        part.product(), [&](auto outer)
                            __attribute__((always_inline)) { make_two_levels<outer>(pass, part); });
  }
};

}  // namespace bricks::kernels::BRICKS_ISA
