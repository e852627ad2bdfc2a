#include "engine/ops/conv_chain_kernel.hpp"

#include "engine/ops/packed_conv.hpp"
#include "engine/ops/sizes.hpp"

#include <string>
#include <vector>

namespace bricks::ops {
namespace {

class ConvChainKernel final : public UnitKernel {
 public:
  ConvChainKernel(const kernels::ConvChain& chain, std::span<const ChainStage> stages)
      : chain_(chain),
        adds_residual_(stages.back().request.epilogue.residual),
        algorithm_(std::to_string(stages.size()) + " convolutions by rows") {
    for (std::size_t i = 0; i < stages.size(); ++i) packed_[i] = {chain.stages[i], stages[i].request};
  }

  std::size_t packed_bytes() const override {
    std::size_t bytes = 0;
    for (const PackedConv& packed : packed_) bytes += packed.bytes();
    return bytes;
  }

  void pack(std::span<const void* const> weights, std::byte* packed) const override {
    for (std::size_t i = 0; i < chain_.count; ++i) {
      packed_[i].pack(chain_.stages[i], weights.first(packed_[i].weights()), packed);
      weights = weights.subspan(packed_[i].weights());
      packed += packed_[i].bytes();
    }
  }

  std::size_t scratch_bytes() const override { return static_cast<std::size_t>(chain_.scratch_bytes); }

  void run(const Bindings& bindings, const Worker& worker) const override {
    kernels::ConvChainArguments arguments;
    const std::byte* packed = bindings.packed;
    for (std::size_t i = 0; i < packed_.size(); ++i) {
      arguments.stages[i] = packed_[i].arguments(packed);
      packed += packed_[i].bytes();
    }
    arguments.input = input(bindings, 0);
    arguments.residual = adds_residual_ ? input(bindings, 1) : nullptr;
    arguments.output = output(bindings);
    const Range rows = share(chain_.rows, worker);
    kernels::conv_chain_run(chain_, arguments, rows.begin, rows.end, worker.scratch);
  }

  const char* algorithm() const override { return algorithm_.c_str(); }

 private:
  kernels::ConvChain chain_;
  std::array<PackedConv, kernels::longest_conv_chain> packed_;
  bool adds_residual_;
  std::string algorithm_;
};

}  // namespace

std::unique_ptr<UnitKernel> conv_chain_kernel(std::span<const ChainStage> stages,
                                              std::span<const kernels::ConvProblem> problems) {
  const PrepareRequest& first = stages[0].request;
  kernels::ConvOptions options;
  options.strict = first.strict;
  return std::make_unique<ConvChainKernel>(kernels::conv_chain(problems, first.isa, options), stages);
}

}  // namespace bricks::ops
