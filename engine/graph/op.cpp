#include "engine/graph/op.hpp"

#include "engine/error.hpp"
#include "engine/plan/unit_kernel.hpp"

namespace bricks {

LayoutChoice Op::layouts(std::span<const InputType> inputs, std::span<const Layout>) const {
  return {std::vector<Layout>(inputs.size(), Layout::plain),
          std::vector<Layout>(infer(inputs).size(), Layout::plain)};
}

std::unique_ptr<UnitKernel> Op::prepare_chain(std::span<const ChainStage>) const {
  throw Error("'" + std::string(type()) + "' runs in no chain");
}

}  // namespace bricks
