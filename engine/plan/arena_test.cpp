#include "engine/plan/arena.hpp"

#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

namespace {

bool overlap(const ArenaBlock& a, const ArenaBlock& b) {
  const bool in_time = a.first <= b.last && b.first <= a.last;
  return in_time && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

}  // namespace

TEST_CASE("arena: blocks that are alive together never overlap, and the size covers all") {
  Random random = seeded_random();
  const unsigned seed = test_seed();
  CAPTURE(seed);
  for (int round = 0; round < 200; ++round) {
    std::vector<ArenaBlock> blocks(static_cast<std::size_t>(random_int(random, 0, 40)));
    for (ArenaBlock& block : blocks) {
      block.bytes = static_cast<std::size_t>(random_int(random, 1, 5000));
      block.first = random_int(random, 0, 30);
      block.last = block.first + random_int(random, 0, 6);
    }
    const std::size_t size = place_blocks(blocks);
    CHECK(size >= most_alive(blocks));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      CHECK(blocks[i].offset % memory_alignment == 0);
      CHECK(blocks[i].offset + blocks[i].bytes <= size);
      for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(overlap(blocks[i], blocks[j]));
    }
  }
}

TEST_CASE("arena: parts lie in their wholes, and what is not of one whole never overlaps") {
  Random random = seeded_random();
  const unsigned seed = test_seed();
  CAPTURE(seed);
  for (int round = 0; round < 200; ++round) {
    std::vector<ArenaBlock> blocks(static_cast<std::size_t>(random_int(random, 1, 30)));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      ArenaBlock& block = blocks[i];
      block.bytes = static_cast<std::size_t>(random_int(random, 1, 50)) * 64;
      block.first = random_int(random, 0, 30);
      block.last = block.first + random_int(random, 0, 6);
      const auto whole = static_cast<std::size_t>(random_int(random, 0, static_cast<int>(i)));
      if (whole == i || blocks[whole].whole != ArenaBlock::itself || blocks[whole].bytes < block.bytes)
        continue;
      const auto spare = static_cast<int>((blocks[whole].bytes - block.bytes) / 64);
      block.whole = whole;
      block.within = static_cast<std::size_t>(random_int(random, 0, spare)) * 64;
    }
    const std::size_t size = place_blocks(blocks);
    CHECK(size >= most_alive(blocks));
    const auto whole_of = [&](std::size_t i) {
      return blocks[i].whole == ArenaBlock::itself ? i : blocks[i].whole;
    };
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      CHECK(blocks[i].offset == blocks[whole_of(i)].offset + blocks[i].within);
      CHECK(blocks[i].offset + blocks[i].bytes <= size);
      for (std::size_t j = 0; j < i; ++j)
        if (whole_of(i) != whole_of(j)) CHECK_FALSE(overlap(blocks[i], blocks[j]));
    }
  }
}

TEST_CASE("arena: before its parts are there a whole's place is free, and what they share counts once") {
  // Two halves, the later one's place taken by a third block meanwhile.
  std::vector<ArenaBlock> blocks = {{256, 4, 6}, {128, 0, 4}, {128, 3, 4}, {128, 1, 2}};
  blocks[1].whole = blocks[2].whole = 0;
  blocks[2].within = 128;
  CHECK(most_alive(blocks) == 256);
  CHECK(place_blocks(blocks) == 256);
  CHECK(blocks[3].offset == blocks[2].offset);
}

TEST_CASE("arena: a chain needs two neighbours at a time and no more") {
  std::vector<ArenaBlock> blocks;
  for (int step = 0; step < 100; ++step) blocks.push_back({1024, step, step + 1, 0});
  CHECK(place_blocks(blocks) == 2048);
  CHECK(most_alive(blocks) == 2048);
}

TEST_CASE("arena: a value that lives throughout lies beside the ones that come and go") {
  std::vector<ArenaBlock> blocks = {{640, 0, 9, 0}, {64, 0, 1, 0}, {128, 2, 3, 0}, {64, 4, 9, 0}};
  CHECK(place_blocks(blocks) == 768);
}
