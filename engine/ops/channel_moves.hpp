// Channels of blocked tensors moved into other blocked tensors: Concat, Split and Slice along the channels.
#pragma once

#include "engine/plan/unit_kernel.hpp"
#include "kernels/layout/layout.hpp"

#include <memory>
#include <vector>

namespace bricks::ops {

struct ChannelMove {
  std::size_t input = 0;  // of the layer: data, or a weight, which is packed blocked
  std::size_t output = 0;
  std::ptrdiff_t first_from = 0, first_to = 0, channels = 0;
};

std::unique_ptr<UnitKernel> channel_moves_kernel(const PrepareRequest& request,
                                                 const std::vector<ChannelMove>& moves);

}  // namespace bricks::ops
