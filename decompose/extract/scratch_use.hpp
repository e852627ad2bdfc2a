// Which units compute in scratch memory, and in how much of it. Those that do in much are convolutions by
// Winograd's method, which keep the transformed input of a pass of 56 tiles at its beginning, up to 4 MB for
// each worker; others keep up to half a megabyte (bands of padded input, Strassen's sums).
//
// Which method a convolution uses is known where it runs, not here; the rule is that of vectors of 16 floats,
// rounded off.
#pragma once

#include "decompose/split/unit_graph.hpp"

#include <cstddef>
#include <cstdint>

namespace bricks {

// Of Winograd's filters, of a square kernel, for one weight: 36 for each piece of four taps a side, with
// stride 2 four times 16; 0 where the method does not pay. x, y, w: shapes of a convolution's input, output
// and weights, four dimensions each.
double winograd_filters(const Shape& x, const Shape& y, const Shape& w);

// Of one worker, as the rule has it; 0 for a unit that does not compute in it.
std::uint64_t scratch_bytes(const UnitGraph& model, std::size_t unit);
// Of filters and products, which every unit that computes in scratch memory has beside its transformed input;
// others that have some use no more.
inline constexpr std::uint64_t other_scratch_bytes = 512 << 10;

}  // namespace bricks
