// Pooling over H and W; X [N,C,H,W].
#pragma once

#include "engine/graph/op.hpp"
#include "kernels/pooling/pooling.hpp"

#include <vector>

namespace bricks {

// MaxPool (its first output alone) and AveragePool. Pads are smaller than the window, so that none is empty.
class Pool : public Op {
 public:
  std::vector<std::int64_t> kernel_shape;
  std::vector<std::int64_t> strides = {1, 1};
  std::vector<std::int64_t> pads = {0, 0, 0, 0};  // top, left, bottom, right
  std::vector<std::int64_t> dilations = {1, 1};
  std::int64_t ceil_mode = 0;  // 1: the output size is rounded up

  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.activation = true}; }
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;

 protected:
  virtual kernels::PoolKernels::Function kernel(const kernels::PoolKernels& kernels, Layout layout) const = 0;
  virtual bool counts_pads() const { return false; }
};

class MaxPool : public Pool {
 public:
  std::string_view type() const override { return "MaxPool"; }

 protected:
  kernels::PoolKernels::Function kernel(const kernels::PoolKernels& kernels, Layout layout) const override;
};

class AveragePool : public Pool {
 public:
  std::int64_t count_include_pad = 0;  // 1: pads count in the divisor

  std::string_view type() const override { return "AveragePool"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;

 protected:
  kernels::PoolKernels::Function kernel(const kernels::PoolKernels& kernels, Layout layout) const override;
  bool counts_pads() const override { return count_include_pad != 0; }
};

// GlobalAveragePool and GlobalMaxPool: X [N,C,...] to [N,C,1,...].
class GlobalPool : public Op {
 public:
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  LayoutChoice layouts(std::span<const InputType> inputs, std::span<const Layout> layouts) const override;
  Fusable fusable() const override { return {.activation = true}; }
};

class GlobalAveragePool : public GlobalPool {
 public:
  std::string_view type() const override { return "GlobalAveragePool"; }
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

class GlobalMaxPool : public GlobalPool {
 public:
  std::string_view type() const override { return "GlobalMaxPool"; }
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;
};

}  // namespace bricks
