// Which units compute in scratch memory. Those that do in much of it are convolutions by Winograd's method,
// which keep their transformed input there, 2.25 times as large: 0.2 to 4 MB for each worker; others keep up
// to half a megabyte (bands of padded input, Strassen's sums).
//
// Which method a convolution uses is known where it runs, not here; the rule is that of vectors of 16 floats,
// rounded off.
#pragma once

#include "decompose/split/unit_graph.hpp"

#include <cstddef>

namespace bricks {

// Of Winograd's filters, of a square kernel, for one weight: 36 for each piece of four taps a side, with
// stride 2 four times 16; 0 where the method does not pay. x, y, w: shapes of a convolution's input, output
// and weights, four dimensions each.
double winograd_filters(const Shape& x, const Shape& y, const Shape& w);

bool computes_in_scratch(const UnitGraph& model, std::size_t unit);

}  // namespace bricks
