#include "engine/ops/global_pool_kernel.hpp"

#include "engine/ops/range_kernel.hpp"
#include "engine/ops/sizes.hpp"
#include "kernels/pooling/pooling.hpp"

#include <algorithm>

namespace bricks::ops {
namespace {

kernels::PoolKernels::Global choose(const kernels::PoolKernels& k, Layout from, Layout to, bool average) {
  if (from == Layout::plain) return average ? k.global_average_plain : k.global_max_plain;
  if (to == Layout::plain) return average ? k.global_average_to_plain : k.global_max_to_plain;
  return average ? k.global_average_blocked : k.global_max_blocked;
}

}  // namespace

std::unique_ptr<UnitKernel> global_pool_kernel(const PrepareRequest& request, bool average) {
  const Channels c = channels_of(request.inputs[0].shape, request.isa);
  const kernels::GlobalPoolShape shape{c.batch, c.channels, c.spatial};
  const Layout from = request.layouts[0], to = request.output_layouts[0];
  RangeWork work;
  work.items = c.batch * (from == Layout::plain ? c.channels : c.blocks);
  work.run = [shape, run = choose(kernels::pool_kernels(request.isa), from, to, average)](
                 const Bindings& bindings, Range range, std::byte*) {
    run(shape, input(bindings, 0), output(bindings), range.begin, range.end);
  };
  work.first_element = items_of(from == Layout::plain ? 1 : c.lanes);
  if (from != to)
    work.first_element = [c](std::ptrdiff_t item) {
      return item / c.blocks * c.channels + std::min(item % c.blocks * c.lanes, c.channels);
    };
  add_activation(work, request.isa, request.epilogue.activation);
  return range_kernel(std::move(work));
}

}  // namespace bricks::ops
