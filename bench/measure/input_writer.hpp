// Writes a tensor as the layer before would have: by the threads that would have written it, with values of
// order one, from a source that takes no room in the caches.
#pragma once

#include "bench/measure/exertion.hpp"
#include "decompose/extract/spread.hpp"
#include "engine/graph/tensor_type.hpp"

#include <cstddef>
#include <functional>
#include <span>

namespace bricks {

// Bytes [begin, begin + bytes) are followed by the next piece `stride` bytes after begin, `count` pieces in
// all.
struct WorkerShare {
  std::size_t begin = 0, bytes = 0, stride = 0, count = 0;
  bool has(std::size_t at) const {
    if (at < begin) return false;
    const std::size_t piece = stride == 0 ? 0 : (at - begin) / stride;
    return piece < count && at - begin - piece * stride < bytes;
  }
};

// Where a suite does not say: most kernels split rows among the workers where a map has at least 28 of them
// and blocks of channels where it has fewer (kernels/README.md).
Spread guessed_spread(const TensorType& type, Layout layout);

// Whole cache lines, about as many for each worker.
WorkerShare share_of_lines(std::size_t bytes, int worker, int workers);

// `shared` as `pieces`; `rows` too of what has no rows.
WorkerShare share_of(const TensorType& type, Layout layout, Spread spread, std::size_t bytes, int lanes,
                     int worker, int workers);

// Floats from a repeating table that stays in L1, some thousand bytes at a time. wrote: told of all in turn.
void write_floats(
    std::byte* data, const WorkerShare& share, Exertion& exertion, int worker,
    const std::function<void(std::size_t bytes)>& wrote = [](std::size_t) {});
// Bytes copied from values, which lie as in data.
void write_values(std::byte* data, std::span<const std::byte> values, const WorkerShare& share);
// A byte of every cache line, as a layer that has read the tensor since.
void read_bytes(const std::byte* data, const WorkerShare& share, Exertion& exertion, int worker);

}  // namespace bricks
