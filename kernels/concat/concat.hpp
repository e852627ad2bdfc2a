// Concat of plain tensors along one axis: y[outer][sum of lengths][inner]. Also Split, the other way round.
//
// In blocked layout a concat along H or W is the same with inner * lanes elements; one along the channels is
// LayoutKernels::copy_channels for each input, or no work at all where producers write at their channel
// offset.
#pragma once

#include <cstddef>

namespace bricks::kernels {

struct ConcatPart {
  std::byte* data;       // outer x bytes
  std::ptrdiff_t bytes;  // axis length * inner * element size
};

struct ConcatShape {
  std::ptrdiff_t outer;        // product of the sizes in front of the axis
  std::ptrdiff_t total_bytes;  // sum of the parts' bytes
};

// Bytes [begin, end) of the outer * total_bytes of the joined tensor; parts are read. A part that lies where
// it belongs (outer = 1) costs nothing, here and in split.
void concat(const ConcatShape& shape, const ConcatPart* parts, int part_count, std::byte* joined,
            std::ptrdiff_t begin, std::ptrdiff_t end);

// The same bytes from the joined tensor into the parts.
void split(const ConcatShape& shape, const ConcatPart* parts, int part_count, const std::byte* joined,
           std::ptrdiff_t begin, std::ptrdiff_t end);

}  // namespace bricks::kernels
