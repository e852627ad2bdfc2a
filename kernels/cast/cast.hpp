// Cast between element types, as C converts them; what C leaves open is settled: a float outside the
// integer's range becomes its nearest value, NaN becomes 0. Not 0 is true, NaN is true.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bricks::kernels {

enum class CastType : std::uint8_t { float32, int32, int64, boolean };

// Elements [begin, end) of y; x and y do not overlap. A boolean is a byte, written as 0 or 1.
void cast(CastType from, CastType to, const void* x, void* y, std::ptrdiff_t begin, std::ptrdiff_t end);

}  // namespace bricks::kernels
