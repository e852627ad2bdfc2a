#include "engine/ops/channel_moves.hpp"

#include "engine/ops/operands.hpp"
#include "engine/ops/sizes.hpp"

namespace bricks::ops {
namespace {

class ChannelMovesKernel final : public UnitKernel {
 public:
  ChannelMovesKernel(const PrepareRequest& request, const std::vector<ChannelMove>& moves)
      : isa_(request.isa),
        copy_(kernels::layout_kernels(request.isa).copy_channels),
        sources_(operands(request, Layout::blocked)) {
    for (const ChannelMove& move : moves) {
      const Channels from = channels_of(request.inputs[move.input].shape, isa_);
      const Channels to = channels_of(request.outputs[move.output].shape, isa_);
      Step step;
      step.input = move.input;
      step.output = move.output;
      step.shape = {from.batch,
                    move.channels,
                    from.spatial,
                    move.first_from,
                    move.first_to,
                    from.blocks * from.lanes * from.spatial,
                    to.blocks * to.lanes * to.spatial};
      step.units =
          from.batch * kernels::touched_blocks(move.first_to, move.channels, from.lanes) * from.spatial;
      steps_.push_back(step);
    }
  }

  std::size_t packed_bytes() const override { return sources_.packed_bytes; }
  void pack(std::span<const void* const> weights, std::byte* packed) const override {
    pack_operands(sources_, isa_, weights, packed);
  }

  void run(const Bindings& bindings, const Worker& worker) const override {
    for (const Step& step : steps_) {
      const float* from = sources_[step.input].as(bindings);
      float* to = output(bindings, step.output);
      if (lies_there(step.shape, from, to)) continue;
      const Range range = share(step.units, worker);
      copy_(step.shape, from, to, range.begin, range.end);
    }
  }

 private:
  // Whether the planner has made the move's source and destination the same memory.
  bool lies_there(const kernels::ChannelCopyShape& shape, const float* from, const float* to) const {
    return from + shape.source_channel * shape.spatial == to + shape.destination_channel * shape.spatial;
  }

  struct Step {
    std::size_t input = 0, output = 0;
    kernels::ChannelCopyShape shape{};
    std::ptrdiff_t units = 0;
  };

  Isa isa_;
  void (*copy_)(const kernels::ChannelCopyShape&, const float*, float*, std::ptrdiff_t, std::ptrdiff_t);
  Operands sources_;
  std::vector<Step> steps_;
};

}  // namespace

std::unique_ptr<UnitKernel> channel_moves_kernel(const PrepareRequest& request,
                                                 const std::vector<ChannelMove>& moves) {
  return std::make_unique<ChannelMovesKernel>(request, moves);
}

}  // namespace bricks::ops
