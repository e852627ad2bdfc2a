// What the engine knows of an operator. One class an operator (or a family of operators alike), in
// engine/ops.
#pragma once

#include "engine/graph/attributes.hpp"
#include "engine/graph/tensor_type.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bricks {

class UnitKernel;
class Op;
struct ChainStage;
struct Epilogue;
struct PrepareRequest;

// An input of a layer as shape inference sees it.
struct InputType : TensorType {
  bool weight = false;  // a constant of the model rather than data
  bool present = true;  // false for an optional input left out
};

// Layouts that an operator works in, given those of its inputs. Where an input's differs from the one asked
// for, its unit reorders it first. The choice must depend on nothing else than the operator and its input
// types and layouts, otherwise a brick would not run as it does in its model.
struct LayoutChoice {
  std::vector<Layout> inputs;  // one for each input of the layer, weights included (those are plain)
  std::vector<Layout> outputs;
};

// What may be merged behind an operator into its unit (engine/optimise).
struct Fusable {
  // An elementwise product with another tensor of the same shape; a residual and an activation may follow.
  bool factor = false;
  bool affine = false;      // a per-channel BatchNormalization, folded into the weights
  bool residual = false;    // an elementwise sum with another tensor of the same shape
  bool activation = false;  // any activation
};

// A tensor that is one run of another one's memory: an input of its layer's output, or the other way round.
struct MemoryRun {
  std::size_t input = 0, output = 0;
  enum class Of : std::uint8_t { input, output } of = Of::output;  // which of them holds the other
  std::size_t offset =
      0;  // bytes from its beginning in plain layout; in whole channel blocks the same in blocked
};

// One operator of a chain: layers each of which alone uses the output of the one before.
struct ChainLink {
  const Op& op;
  std::vector<InputType> inputs;
  TensorType output;
};

// Immutable once read. Attributes are public members, under their ONNX names.
class Op {
 public:
  virtual ~Op() = default;

  // The ONNX operator name, or "bricks." and a name of ours where ONNX has no single operator.
  virtual std::string_view type() const = 0;

  virtual void visit(AttributeVisitor&) {}

  // Checks number, types and shapes of the inputs; returns the outputs' types. Throws Error (found,
  // expected).
  virtual std::vector<TensorType> infer(std::span<const InputType> inputs) const = 0;

  virtual LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const;

  virtual Fusable fusable() const { return {}; }

  // Adds this operator, standing behind another, to that one's epilogue; false when it cannot be part of one
  // or not behind what the epilogue holds already (the order is factor or affine, residual, activation).
  // Implemented by Mul (factor), BatchNormalization (affine), Add and two-input Sum (residual), all three of
  // equal shapes, and the activations.
  virtual bool merge_into(Epilogue&, std::span<const InputType>) const { return false; }

  // True when this operator, the first of a chain of two or three, runs better with the others as one unit,
  // their epilogues in between, than each on its own. Must depend on nothing else than the links.
  virtual bool chains(std::span<const ChainLink>) const { return false; }
  inline static constexpr std::size_t longest_chain = 3;

  // True when the output is the input's memory seen differently, given the layout that the input has.
  virtual bool is_view(std::span<const InputType>, Layout) const { return false; }

  // True when a unit may write its output over an input of the same type, shape and layout that this operator
  // reads, item by item. What its kernel says is taken from this (UnitKernel::works_in_place).
  virtual bool works_in_place() const { return false; }

  // True when the output is the operator's weight, unchanged. Where one layer alone reads it, that one reads
  // the weight: a unit of both (engine/optimise/units.hpp).
  virtual bool is_stored() const { return false; }

  // Of an operator that only puts data together or takes it apart: which tensors are runs of which, given the
  // layout that all have. Empty where one run of memory does not hold them.
  virtual std::vector<MemoryRun> memory_runs(std::span<const InputType>, Layout) const { return {}; }

  // Multiply-accumulates of one execution: convolution, transposed convolution and matrix products only, as
  // in the paper. Elementwise work counts nothing.
  virtual std::int64_t macs(std::span<const InputType>, std::span<const TensorType>) const { return 0; }

  // Whether weight input `index` is learned (kernels, biases, scales): what a model's number of parameters
  // counts.
  virtual bool is_parameter(std::size_t) const { return false; }

  // The kernel with everything decided that can be decided without weights and buffers.
  virtual std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const = 0;

  // The kernel of a whole chain, where chains() is true.
  virtual std::unique_ptr<UnitKernel> prepare_chain(std::span<const ChainStage> stages) const;
};

using OpPointer = std::shared_ptr<const Op>;

// A new operator with default attributes, to be filled through visit(); throws Error on an unknown type, with
// the nearest known name. The list stands in engine/ops/list.cpp.
std::shared_ptr<Op> make_op(std::string_view type);
// Every operator type that make_op knows, sorted.
std::vector<std::string_view> op_types();

// The operator as T, or nullptr when it is another.
template <class T>
const T* op_cast(const Op& op) {
  return dynamic_cast<const T*>(&op);
}

}  // namespace bricks
