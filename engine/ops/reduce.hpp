// ONNX's Reduce* operators over any axes, and the position of an extreme along one axis.
#pragma once

#include "engine/graph/op.hpp"
#include "kernels/reduce/reduce.hpp"

#include <vector>

namespace bricks {

class Reduce : public Op {
 public:
  using Function = kernels::ReduceFunction;

  explicit Reduce(Function which, std::vector<std::int64_t> reduced_axes = {}, bool keep = true)
      : function(which), axes(std::move(reduced_axes)), keepdims(keep) {}

  const Function function;
  std::vector<std::int64_t> axes;  // none: all
  std::int64_t keepdims = 1;       // 1: reduced axes stay with size 1

  std::string_view type() const override;
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
  // Mean and max over H and W read a blocked tensor; their output is blocked [N,C,1,1] or plain [N,C].
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.activation = true}; }

  // Whether each axis of a tensor of this rank is reduced.
  std::vector<char> reduced(std::size_t rank) const;
  // True for mean and max over exactly axes 2 and 3 of four.
  bool is_global_pool(std::size_t rank) const;
};

// int64 positions of the largest (ArgMax) or smallest (ArgMin) element along an axis.
class ArgReduce : public Op {
 public:
  explicit ArgReduce(bool largest_of) : largest(largest_of) {}

  const bool largest;
  std::int64_t axis = 0;
  std::int64_t keepdims = 1;
  std::int64_t select_last_index = 0;  // among equals: 1 the last, 0 the first

  std::string_view type() const override { return largest ? "ArgMax" : "ArgMin"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

}  // namespace bricks
