// Places for blocks of memory with known lifetimes: the static activation arena.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace bricks {

inline constexpr std::size_t memory_alignment = 64;

constexpr std::size_t aligned(std::size_t bytes) {
  return (bytes + memory_alignment - 1) / memory_alignment * memory_alignment;
}

struct ArenaBlock {
  static constexpr std::size_t itself = static_cast<std::size_t>(-1);

  std::size_t bytes = 0;
  int first = 0, last = 0;  // the steps in which it holds a value, both included
  std::size_t offset = 0;   // what place_blocks fills in; a multiple of memory_alignment
  // A part of another block, which is none itself: it lies `within` bytes, a multiple of memory_alignment,
  // behind that one's beginning, and all of it lies there. Either may live before and after the other.
  std::size_t whole = itself;
  std::size_t within = 0;
};

// Makes `part`, with what lies in it already, a part of `whole`, `offset` bytes behind its beginning.
void lay_within(std::vector<ArenaBlock>& blocks, std::size_t part, std::size_t whole, std::size_t offset);

// Blocks whose lifetimes meet never overlap unless they are of one whole. Returns the arena's size. Greedy by
// size into the lowest gap that fits (Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net
// Inference", 2020: within a few percent of the lower bound on networks).
std::size_t place_blocks(std::vector<ArenaBlock>& blocks);

// The same where lifetimes are not all there is: blocks (indices) that meet never overlap.
using Meet = std::function<bool(std::size_t block, std::size_t other)>;
std::size_t place_blocks(std::vector<ArenaBlock>& blocks, const Meet& meet);

// The most bytes alive in any one step: what no placement can go below.
std::size_t most_alive(const std::vector<ArenaBlock>& blocks);

}  // namespace bricks
