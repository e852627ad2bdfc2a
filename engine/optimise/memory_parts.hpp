// Which values of a graph may share memory, whatever the instruction set: views, and the parts of what Concat
// puts together and Split and Slice take apart.
#pragma once

#include "engine/graph/graph.hpp"

#include <span>
#include <vector>

namespace bricks {

// `part` is the run of `whole` that begins `offset` bytes behind its beginning.
struct MemoryPart {
  TensorId part = no_tensor, whole = no_tensor;
  MemoryRun::Of of = MemoryRun::Of::output;
  std::size_t offset = 0;
  bool lies_elsewhere = false;  // a value has one place only: the whole holds a copy
};

// A value lies in the output of the first Concat that takes it, unless it is a part of something else.
// Whether lanes of an ISA allow that is the planner's to say; everything here is the same for all of them, so
// that a brick can be told what holds in its model.
class MemoryParts {
 public:
  // layouts: of every tensor. apart: one a graph input, true for those that lie elsewhere; empty: none.
  MemoryParts(const Graph& graph, std::span<const Layout> layouts, const std::vector<bool>& apart = {});

  // The tensor whose memory a view shows; the tensor itself for all others.
  TensorId root(TensorId id) const { return root_[static_cast<std::size_t>(id)]; }

  // The same tensor for all that may share memory: one of them may be overwritten when all are dead.
  TensorId family(TensorId id) const { return family_[static_cast<std::size_t>(root(id))]; }

  // A part of something, which nobody overwrites.
  bool is_part(TensorId id) const { return part_[static_cast<std::size_t>(root(id))]; }

  // Of what a layer puts together or takes apart, weights excluded.
  std::span<const MemoryPart> of(LayerId layer) const { return parts_[static_cast<std::size_t>(layer)]; }

 private:
  void add(LayerId id);
  TensorId& next_of_family(TensorId id) { return family_[static_cast<std::size_t>(id)]; }
  TensorId find_family(TensorId root);

  std::vector<TensorId> root_;
  std::vector<TensorId> family_;                // of each root
  std::vector<bool> part_;                      // of each root
  std::vector<std::vector<MemoryPart>> parts_;  // of each layer
};

}  // namespace bricks
