// Between plain [N][C][HW] and blocked [N][ceil(C/c)][HW][c], and channels of one blocked tensor into
// another.
//
// All three take a run of channels into a place inside a larger tensor, so that concat, split and slice along
// the channels are these functions too. Work unit: destination block and pixel, [begin, end) of batch *
// <...>_blocks(channels, first) * spatial.
//
// Into a blocked tensor they write exactly the lanes of the channels that they are given, so runs that share
// a block may be written at the same time; padding lanes of the destination keep what they hold.
#pragma once

#include "kernels/isa/dispatch.hpp"

#include <cstddef>

namespace bricks::kernels {

struct ReorderShape {
  std::ptrdiff_t batch, channels, spatial;    // what is moved; spatial = H * W
  std::ptrdiff_t first_channel;               // of the blocked tensor
  std::ptrdiff_t plain_image, blocked_image;  // floats from one image to the next: C * HW, ceil(C/c) * HW * c
};

struct ChannelCopyShape {
  std::ptrdiff_t batch, channels, spatial;
  std::ptrdiff_t source_channel, destination_channel;  // the first ones
  std::ptrdiff_t source_image, destination_image;      // floats from one image to the next
};

// Blocks that the channels [first, first + channels) touch.
constexpr std::ptrdiff_t touched_blocks(std::ptrdiff_t first, std::ptrdiff_t channels, std::ptrdiff_t lanes) {
  return channels == 0 ? 0 : (first + channels - 1) / lanes - first / lanes + 1;
}

struct LayoutKernels {
  // Units: batch * touched_blocks(first_channel, channels, lanes) * spatial. plain points at the first
  // channel that is moved, blocked at the tensor's beginning.
  void (*plain_to_blocked)(const ReorderShape& shape, const float* plain, float* blocked,
                           std::ptrdiff_t begin, std::ptrdiff_t end);
  void (*blocked_to_plain)(const ReorderShape& shape, const float* blocked, float* plain,
                           std::ptrdiff_t begin, std::ptrdiff_t end);
  // Units: batch * touched_blocks(destination_channel, channels, lanes) * spatial. Both point at the tensor's
  // beginning. Never reads a lane of a block that holds none of the channels.
  void (*copy_channels)(const ChannelCopyShape& shape, const float* source, float* destination,
                        std::ptrdiff_t begin, std::ptrdiff_t end);
};

template <Isa>
struct LayoutTable {
  static const LayoutKernels table;
};

inline const LayoutKernels& layout_kernels(Isa isa) { return kernels_for<LayoutTable>(isa); }

}  // namespace bricks::kernels
