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
