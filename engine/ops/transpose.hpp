// Transpose: axis d of the output is axis perm[d] of the input. Any element type.
#pragma once

#include "engine/graph/op.hpp"

#include <vector>

namespace bricks {

class Transpose : public Op {
 public:
  std::vector<std::int64_t> perm;  // none: all axes in reverse

  std::string_view type() const override { return "Transpose"; }
  void visit(AttributeVisitor& visitor) override;
  std::vector<TensorType> infer(std::span<const InputType> inputs) const override;
  std::unique_ptr<UnitKernel> prepare(const PrepareRequest& request) const override;

  // The permutation of a tensor of this rank, checked.
  std::vector<int> permutation(std::size_t rank) const;
};

}  // namespace bricks
