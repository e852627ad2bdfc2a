// A unit made ready to run: everything decided, nothing bound. One prepared kernel can serve many sets of
// weights and buffers at once.
#pragma once

#include "engine/graph/op.hpp"
#include "kernels/activation/activation.hpp"
#include "kernels/isa/isa.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace bricks {

struct Tuning;
namespace kernels {
struct ConvProblem;
}

// One thread of the team that runs a unit. Every thread of the team calls run with the same bindings.
struct Worker {
  int index = 0;
  int count = 1;
  std::byte* scratch = nullptr;  // this thread's own, scratch_bytes(), 64-byte aligned
};

// Memory of one execution. Every pointer is 64-byte aligned but for views into other tensors, which are
// float-aligned.
struct Bindings {
  const void* const* inputs =
      nullptr;  // the unit's data inputs, in the layouts that the kernel was prepared for
  void* const* outputs = nullptr;
  const std::byte* packed = nullptr;  // what pack() wrote
  std::byte* shared = nullptr;        // shared_bytes(), for values that threads pass to each other
};

// A kernel that stands around another one hands it at most so many inputs, and as many outputs.
inline constexpr std::size_t most_bound_tensors = 64;

class UnitKernel {
 public:
  virtual ~UnitKernel() = default;

  // Packs the unit's raw weights (row-major, in the order of PrepareRequest::weights; nullptr for one left
  // out) into packed_bytes() at packed. Called once, before the first run.
  virtual std::size_t packed_bytes() const { return 0; }
  virtual void pack(std::span<const void* const> /*weights*/, std::byte* /*packed*/) const {}

  virtual std::size_t scratch_bytes() const { return 0; }
  virtual std::size_t shared_bytes() const { return 0; }

  // Whether the only output may lie where data input `index` lies (same type and layout are given): every
  // element is read before it is written, by the same worker, whatever their number.
  virtual bool works_in_place(std::size_t /*index*/) const { return false; }

  // Does this worker's share. A kernel of several steps calls parallel::barrier() between them; the executor
  // puts one behind every unit. The result never depends on the number of workers.
  virtual void run(const Bindings& bindings, const Worker& worker) const = 0;

  // What was chosen, for people: "direct 2x14", "winograd F(4,3)".
  virtual const char* algorithm() const { return ""; }

  // The convolution that it runs, of which a tuning table may choose the algorithm; null where it is none.
  virtual const kernels::ConvProblem* convolution() const { return nullptr; }
};

// What stands behind the first operator of a unit and is merged into it, in this order; an affine behind no
// factor.
struct Epilogue {
  // An elementwise product with the data input behind the operator's own, which has the output's shape and
  // layout.
  bool factor = false;
  // A BatchNormalization's epsilon; its scale, bias, mean and variance follow the operator's own weights.
  std::optional<float> affine_epsilon;
  // An elementwise sum with the unit's last data input, which has the output's shape and layout.
  bool residual = false;
  kernels::Activation activation;

  // What may still follow what is there.
  bool takes_activation() const { return activation.kind == kernels::ActivationKind::identity; }
  bool takes_residual() const { return !residual && takes_activation(); }
  bool is_empty() const { return !factor && !affine_epsilon && takes_residual(); }
};

struct PrepareRequest {
  Isa isa = Isa::sse42;
  std::vector<InputType> inputs;  // the first operator's inputs in its own order, weights included
  std::vector<Layout> layouts;    // theirs, as Op::layouts asked for
  std::vector<TensorType> outputs;
  std::vector<Layout> output_layouts;
  // Raw weights that pack() will get: the first operator's weight inputs in order (absent ones included as
  // nullptr), then the affine's four. Data inputs of Bindings: its data inputs in order, the factor, then the
  // residual.
  Epilogue epilogue;
  bool strict = false;             // only algorithms whose rounding is as good as direct summation
  const Tuning* tuning = nullptr;  // chooses algorithms in place of the cost model; null: none does
};

// One operator of a chain with its epilogue. The first data input of all but the first stage is the output of
// the stage before and no part of Bindings; weights of all stages follow each other.
struct ChainStage {
  const Op& op;
  PrepareRequest request;
};

// Splits `work` items evenly: the share of this worker.
struct Range {
  std::ptrdiff_t begin, end;
};
inline Range share(std::ptrdiff_t work, const Worker& worker) {
  return {work * worker.index / worker.count, work * (worker.index + 1) / worker.count};
}

}  // namespace bricks
