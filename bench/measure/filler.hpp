// Memory that stands for bricks which do not run: a turn of a few bricks goes over as many bytes as a turn of
// all of them would, so that each finds the caches as far away as it would there.
#pragma once

#include "bench/measure/subject.hpp"
#include "engine/run/memory.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace bricks {

// Its pages are there, so that reading it takes room in the caches.
Memory filler_memory(std::size_t bytes);

// A brick in front of which a piece of memory is read, untimed.
class FilledBrick final : public TeamRunnable {
 public:
  // Both have to outlive this.
  FilledBrick(TeamRunnable& brick, std::span<const std::byte> piece) : brick_(brick), piece_(piece) {}

  void prepare() override { brick_.prepare(); }
  // Every worker reads its share of the piece; what the brick restores comes after it.
  void restore(int worker, int workers) override;
  void run(int worker, int workers) override { brick_.run(worker, workers); }

 private:
  TeamRunnable& brick_;
  std::span<const std::byte> piece_;
};

// The same for a brick of an engine that times itself; this process reads the piece, all of it.
class FilledSubject final : public Subject {
 public:
  // Both have to outlive this.
  FilledSubject(Subject& brick, std::span<const std::byte> piece) : brick_(brick), piece_(piece) {}

  // The piece is read once, in front of all the runs.
  std::vector<Timing> run(int count) override;

 private:
  Subject& brick_;
  std::span<const std::byte> piece_;
};

// Piece `index` of `count` equal ones, in whole cache lines.
std::span<const std::byte> piece_of(const Memory& memory, std::size_t bytes, std::size_t index,
                                    std::size_t count);

}  // namespace bricks
