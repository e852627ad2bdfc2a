#include "engine/plan/arena.hpp"

#include <algorithm>
#include <numeric>

namespace bricks {
namespace {

bool meet(const ArenaBlock& a, const ArenaBlock& b) { return a.first <= b.last && b.first <= a.last; }

// placed: ordered by offset.
std::size_t lowest_gap(const ArenaBlock& block, const std::vector<const ArenaBlock*>& placed) {
  std::size_t offset = 0;
  for (const ArenaBlock* other : placed) {
    if (!meet(block, *other)) continue;
    if (other->offset >= offset + block.bytes) break;
    offset = std::max(offset, other->offset + aligned(other->bytes));
  }
  return offset;
}

}  // namespace

std::size_t place_blocks(std::vector<ArenaBlock>& blocks) {
  std::vector<std::size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return blocks[a].bytes > blocks[b].bytes; });
  std::vector<const ArenaBlock*> placed;
  std::size_t size = 0;
  for (std::size_t index : order) {
    ArenaBlock& block = blocks[index];
    block.offset = lowest_gap(block, placed);
    size = std::max(size, block.offset + aligned(block.bytes));
    placed.insert(
        std::upper_bound(placed.begin(), placed.end(), &block,
                         [](const ArenaBlock* a, const ArenaBlock* b) { return a->offset < b->offset; }),
        &block);
  }
  return size;
}

std::size_t most_alive(const std::vector<ArenaBlock>& blocks) {
  int last = 0;
  for (const ArenaBlock& block : blocks) last = std::max(last, block.last);
  std::vector<std::ptrdiff_t> change(static_cast<std::size_t>(last) + 2, 0);
  for (const ArenaBlock& block : blocks) {
    const std::ptrdiff_t bytes = static_cast<std::ptrdiff_t>(aligned(block.bytes));
    change[static_cast<std::size_t>(block.first)] += bytes;
    change[static_cast<std::size_t>(block.last) + 1] -= bytes;
  }
  std::ptrdiff_t alive = 0, most = 0;
  for (std::ptrdiff_t step : change) most = std::max(most, alive += step);
  return static_cast<std::size_t>(most);
}

}  // namespace bricks
