#include "engine/plan/arena.hpp"

#include <algorithm>
#include <numeric>

namespace bricks {
namespace {

using Indices = std::vector<std::size_t>;

std::size_t whole_of(const std::vector<ArenaBlock>& blocks, std::size_t index) {
  return blocks[index].whole == ArenaBlock::itself ? index : blocks[index].whole;
}

// Of each block that is no part: itself and its parts.
std::vector<Indices> members_of(const std::vector<ArenaBlock>& blocks) {
  std::vector<Indices> members(blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) members[whole_of(blocks, i)].push_back(i);
  return members;
}

std::size_t end_of(const ArenaBlock& block) { return block.offset + aligned(block.bytes); }

// placed: blocks ordered by offset. Whoever is in the way of a member pushes the whole behind itself.
std::size_t lowest_gap(const std::vector<ArenaBlock>& blocks, const Indices& members, const Indices& placed,
                       const Meet& meet) {
  std::size_t offset = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (const std::size_t other : placed)
      for (const std::size_t member : members) {
        const std::size_t begin = offset + blocks[member].within;
        if (begin >= end_of(blocks[other]) || blocks[other].offset >= begin + aligned(blocks[member].bytes) ||
            !meet(member, other))
          continue;
        offset = end_of(blocks[other]) - blocks[member].within;
        moved = true;
      }
  }
  return offset;
}

void insert_by_offset(const std::vector<ArenaBlock>& blocks, std::size_t index, Indices& placed) {
  const auto before = [&](std::size_t a, std::size_t b) { return blocks[a].offset < blocks[b].offset; };
  placed.insert(std::upper_bound(placed.begin(), placed.end(), index, before), index);
}

}  // namespace

void lay_within(std::vector<ArenaBlock>& blocks, std::size_t part, std::size_t whole, std::size_t offset) {
  const std::size_t top = whole_of(blocks, whole), at = blocks[whole].within + offset;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (i == part || blocks[i].whole == part) {
      blocks[i].whole = top;
      blocks[i].within += at;
    }
}

std::size_t place_blocks(std::vector<ArenaBlock>& blocks) {
  return place_blocks(blocks, [&](std::size_t a, std::size_t b) {
    return blocks[a].first <= blocks[b].last && blocks[b].first <= blocks[a].last;
  });
}

std::size_t place_blocks(std::vector<ArenaBlock>& blocks, const Meet& meet) {
  const std::vector<Indices> members = members_of(blocks);
  Indices order(blocks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return blocks[a].bytes > blocks[b].bytes; });
  Indices placed;
  std::size_t size = 0;
  for (const std::size_t index : order) {
    if (members[index].empty()) continue;
    const std::size_t offset = lowest_gap(blocks, members[index], placed, meet);
    for (const std::size_t member : members[index]) {
      blocks[member].offset = offset + blocks[member].within;
      insert_by_offset(blocks, member, placed);
    }
    size = std::max(size, end_of(blocks[index]));
  }
  return size;
}

std::size_t most_alive(const std::vector<ArenaBlock>& blocks) {
  // Parts of one whole follow each other by their beginnings, so that what they share counts once.
  Indices order(blocks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(whole_of(blocks, a), blocks[a].within) <
           std::pair(whole_of(blocks, b), blocks[b].within);
  });
  int last = 0;
  for (const ArenaBlock& block : blocks) last = std::max(last, block.last);
  std::size_t most = 0;
  for (int step = 0; step <= last; ++step) {
    std::size_t alive = 0, whole = ArenaBlock::itself, counted = 0;
    for (const std::size_t index : order) {
      const ArenaBlock& block = blocks[index];
      if (step < block.first || block.last < step) continue;
      if (whole_of(blocks, index) != whole) counted = 0;
      whole = whole_of(blocks, index);
      const std::size_t end = block.within + aligned(block.bytes);
      if (end > counted) alive += end - std::max(counted, block.within);
      counted = std::max(counted, end);
    }
    most = std::max(most, alive);
  }
  return most;
}

}  // namespace bricks
