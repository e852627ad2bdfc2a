#include "bench/measure/scratch_sweep.hpp"

#include "bench/measure/fake.hpp"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

constexpr std::size_t part = Exertion::table_bytes;

struct Scratch {
  explicit Scratch(std::size_t size) : bytes(size, std::byte{7}) {}
  // Cache lines that were written to, of those in [begin, end).
  std::size_t touched_lines(std::size_t begin, std::size_t end) const {
    std::size_t lines = 0;
    for (std::size_t at = begin; at < end; at += 64) lines += bytes[at] != std::byte{7};
    return lines;
  }
  std::vector<std::byte> bytes;
  Exertion exertion{isa_list[0].isa, 1};
};

}  // namespace

TEST_CASE("ScratchSweep: all of it, evenly, each part ahead of the input's") {
  Scratch scratch(part);
  ScratchSweep sweep(scratch.exertion, 0, scratch.bytes, 4 * part);
  CHECK(sweep.touched_bytes() == part / 2);
  CHECK(scratch.touched_lines(0, part / 2) == part / 2 / 64);
  CHECK(scratch.touched_lines(part / 2, part) == 0);
  sweep.wrote(part);
  CHECK(sweep.touched_bytes() == part);
  CHECK(scratch.touched_lines(0, part) == part / 64);
  sweep.wrote(part);
  sweep.wrote(part);
  CHECK(sweep.touched_bytes() == ScratchSweep::sweeps * part);
  sweep.wrote(part);
  CHECK(sweep.touched_bytes() == ScratchSweep::sweeps * part);
}

TEST_CASE("ScratchSweep: ahead of an input of one part or none comes everything") {
  for (const std::size_t input : {std::size_t{0}, part / 2, part}) {
    Scratch scratch(3 * part);
    CHECK(ScratchSweep(scratch.exertion, 0, scratch.bytes, input).touched_bytes() == 6 * part);
    CHECK(scratch.touched_lines(0, 3 * part) == 3 * part / 64);
  }
}

TEST_CASE("ScratchSweep: round and round until then") {
  TickingClock clock;
  Scratch scratch(3 * part);
  ScratchSweep sweep(scratch.exertion, 0, scratch.bytes, 100 * part);
  const std::size_t ahead = sweep.touched_bytes();
  sweep.until(clock, clock.now_ns());
  CHECK(sweep.touched_bytes() == ahead);
  sweep.until(clock, clock.now_ns() + 10'000);
  CHECK(sweep.touched_bytes() > 10 * scratch.bytes.size());
  CHECK(scratch.touched_lines(0, 3 * part) == 3 * part / 64);
  const std::size_t enough = sweep.touched_bytes();
  sweep.wrote(100 * part);
  CHECK(sweep.touched_bytes() == enough);
}

TEST_CASE("ScratchSweep: memory of no bytes is touched by nobody, and takes as long") {
  TickingClock clock;
  Exertion exertion(isa_list[0].isa, 1);
  ScratchSweep sweep(exertion, 0, {}, part);
  sweep.wrote(part);
  sweep.until(clock, 1000);
  CHECK(clock.now_ns() > 1000);
  CHECK(sweep.touched_bytes() == 0);
}
