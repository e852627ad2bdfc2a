#include "engine/plan/arena.hpp"

#include <algorithm>
#include <numeric>

namespace bricks {
namespace {

// placed: blocks ordered by offset.
std::size_t lowest_gap(const std::vector<ArenaBlock>& blocks, std::size_t index,
                       const std::vector<std::size_t>& placed, const Meet& meet) {
  std::size_t offset = 0;
  for (const std::size_t other : placed) {
    if (!meet(index, other)) continue;
    if (blocks[other].offset >= offset + blocks[index].bytes) break;
    offset = std::max(offset, blocks[other].offset + aligned(blocks[other].bytes));
  }
  return offset;
}

}  // namespace

std::size_t place_blocks(std::vector<ArenaBlock>& blocks) {
  return place_blocks(blocks, [&](std::size_t a, std::size_t b) {
    return blocks[a].first <= blocks[b].last && blocks[b].first <= blocks[a].last;
  });
}

std::size_t place_blocks(std::vector<ArenaBlock>& blocks, const Meet& meet) {
  std::vector<std::size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return blocks[a].bytes > blocks[b].bytes; });
  std::vector<std::size_t> placed;
  std::size_t size = 0;
  for (std::size_t index : order) {
    ArenaBlock& block = blocks[index];
    block.offset = lowest_gap(blocks, index, placed, meet);
    size = std::max(size, block.offset + aligned(block.bytes));
    placed.insert(
        std::upper_bound(placed.begin(), placed.end(), index,
                         [&](std::size_t a, std::size_t b) { return blocks[a].offset < blocks[b].offset; }),
        index);
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
