// Most units are a range of independent items that workers share: rows, vectors, channel blocks. This makes a
// UnitKernel of a description of that work.
#pragma once

#include "engine/plan/unit_kernel.hpp"

#include <functional>
#include <memory>
#include <span>

namespace bricks::ops {

struct RangeWork {
  const char* algorithm = "";
  std::ptrdiff_t items = 0;
  // Does items [range.begin, range.end), which are at least one. Called by all workers with parts of [0,
  // items).
  std::function<void(const Bindings&, Range, std::byte* scratch)> run;
  // Where in output 0 an item begins, in elements; items are contiguous and in order. For add_activation.
  std::function<std::ptrdiff_t(std::ptrdiff_t item)> first_element;
  // True when the output may take the place of any data input of its size.
  bool in_place = false;
  std::size_t packed_bytes = 0;
  std::function<void(std::span<const void* const> weights, std::byte* packed)> pack;
  std::size_t scratch_bytes = 0;  // of each worker
};

std::unique_ptr<UnitKernel> range_kernel(RangeWork work);

// A function as a second pass over what an item range has just written to output 0, in runs of items that
// stay in L1.
void add_activation(RangeWork& work, Isa isa, const kernels::Activation& f);

// Items of equal size.
std::function<std::ptrdiff_t(std::ptrdiff_t item)> items_of(std::ptrdiff_t elements);

using ElementRun = std::function<void(const Bindings&, std::ptrdiff_t begin, std::ptrdiff_t end)>;

// Elementwise work over `count` elements as items of a cache line or more, so that no two workers write to
// one line. run gets ranges of elements.
RangeWork element_work(std::ptrdiff_t count, ElementRun run);

// The same over all stored elements of output 0.
RangeWork output_work(const PrepareRequest& request, ElementRun run);

}  // namespace bricks::ops
