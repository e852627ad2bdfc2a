#include "engine/ops/conv_kernel.hpp"

#include "engine/ops/packed_conv.hpp"
#include "engine/ops/sizes.hpp"
#include "engine/tuning/tuning.hpp"

#include <string>
#include <vector>

namespace bricks::ops {
namespace {

constexpr int planned_workers = 64;  // splits for teams up to this size are made beforehand

// F(pixels, taps) of a tile and a piece of the kernel, along one side.
std::string winograd_name(const kernels::ConvGeometry& g, std::ptrdiff_t points) {
  const std::ptrdiff_t taps = g.winograd.piece_taps;
  const std::string of = g.winograd.points == points ? "winograd line F(" : "winograd F(";
  return of + std::to_string(points - taps + 1) + "," + std::to_string(taps) + ")";
}

std::string algorithm_name(const kernels::ConvGeometry& g) {
  using enum kernels::ConvAlgorithm;
  const std::string tile = " " + std::to_string(g.tile_vectors) + "x" + std::to_string(g.tile_pixels);
  switch (g.algorithm) {
    case automatic:
      break;
    case direct:
      return "direct" + tile;
    case planes:
      return "planes" + tile;
    case sliding:
      return "sliding" + tile;
    case few_outputs:
      return "few outputs" + tile;
    case winograd_f2:
      return winograd_name(g, 4);
    case winograd_f4:
      return winograd_name(g, 6);
    case strassen:
      return "strassen" + tile;
    case strassen_2:
      return "strassen in two levels" + tile;
  }
  return "";
}

class ConvKernel final : public UnitKernel {
 public:
  ConvKernel(const kernels::ConvProblem& problem, const kernels::ConvGeometry& geometry,
             const PrepareRequest& request)
      : problem_(problem),
        geometry_(geometry),
        packed_(geometry, request),
        adds_residual_(request.epilogue.residual),
        algorithm_((geometry.problem.transposed ? "transposed " : "") + algorithm_name(geometry)) {
    for (int workers = 1; workers <= planned_workers; ++workers)
      splits_.push_back(kernels::conv_split(geometry_, workers));
    if (request.tuning != nullptr) take_split(*request.tuning);
  }

  std::size_t packed_bytes() const override { return packed_.bytes(); }
  void pack(std::span<const void* const> weights, std::byte* packed) const override {
    packed_.pack(geometry_, weights, packed);
  }

  std::size_t scratch_bytes() const override { return static_cast<std::size_t>(geometry_.scratch_bytes); }

  // The residual: read just before the output is written.
  bool works_in_place(std::size_t index) const override { return adds_residual_ && index == 1; }

  void run(const Bindings& bindings, const Worker& worker) const override {
    kernels::ConvArguments arguments = packed_.arguments(bindings.packed);
    arguments.input = input(bindings, 0);
    arguments.residual = adds_residual_ ? input(bindings, 1) : nullptr;
    arguments.output = output(bindings);
    kernels::conv_run_share(geometry_, arguments,
                            kernels::conv_share(geometry_, split(worker.count), worker.index),
                            worker.scratch);
  }

  const char* algorithm() const override { return algorithm_.c_str(); }
  const kernels::ConvProblem* convolution() const override { return &problem_; }

 private:
  void take_split(const Tuning& table) {
    const TunedConv* tuned = find_tuned(table, problem_);
    if (tuned == nullptr || !tuned->split) return;
    tuned_workers_ = table.threads;
    tuned_split_ = *tuned->split;
  }

  kernels::ConvSplit split(int workers) const {
    if (workers == tuned_workers_) return tuned_split_;
    if (workers <= planned_workers) return splits_[static_cast<std::size_t>(workers - 1)];
    return kernels::conv_split(geometry_, workers);
  }

  kernels::ConvProblem problem_;  // as the layer says it, which the geometry's need not be
  kernels::ConvGeometry geometry_;
  PackedConv packed_;
  bool adds_residual_;
  std::string algorithm_;
  std::vector<kernels::ConvSplit> splits_;
  int tuned_workers_ = 0;  // for which a table says how the work is shared; 0: it does not
  kernels::ConvSplit tuned_split_;
};

}  // namespace

kernels::ConvProblem conv_problem(const Shape& x, const Shape& y, const Window& window, std::int64_t group) {
  kernels::ConvProblem p;
  p.batch = x[0];
  p.in_channels = x[1], p.in_h = x[2], p.in_w = x[3];
  p.out_channels = y[1];
  p.kernel_h = window.kernel_shape[0], p.kernel_w = window.kernel_shape[1];
  p.stride_h = window.strides[0], p.stride_w = window.strides[1];
  p.dilation_h = window.dilations[0], p.dilation_w = window.dilations[1];
  p.pad_top = window.pads[0], p.pad_left = window.pads[1];
  p.pad_bottom = window.pads[2], p.pad_right = window.pads[3];
  p.groups = group;
  return p;
}

std::unique_ptr<UnitKernel> conv_kernel(const PrepareRequest& request, const kernels::ConvProblem& problem) {
  kernels::ConvOptions options;
  options.strict = request.strict;
  if (request.tuning != nullptr) options.algorithm = tuned_algorithm(*request.tuning, problem);
  return std::make_unique<ConvKernel>(problem, kernels::conv_geometry(problem, request.isa, options),
                                      request);
}

}  // namespace bricks::ops
