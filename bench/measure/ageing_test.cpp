#include "bench/measure/ageing.hpp"

#include "bench/measure/fake.hpp"
#include "bench/measure/scratch_sweep.hpp"

#include <cstdlib>
#include <initializer_list>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// Nanoseconds that two halves of an input of 4096 bytes take.
std::int64_t writing_ns(const InputTouch& input, double macs_per_ns = 1) {
  TickingClock clock;
  Exertion exertion(isa_list[0].isa, 2);
  Ageing ageing(exertion, 2, macs_per_ns,
                {.last_level = 4096, .usable_last_level = 2048, .second_level = 4096}, clock);
  ScratchSweep none(exertion, 1, {}, 4096);
  Ageing::Share share = ageing.begin(input, 4096, 8192, 1, none);
  share.wrote(2048);
  const std::int64_t half = clock.passed();
  share.wrote(2048);
  CHECK(std::abs(clock.passed() - 2 * half) <= 40);
  return clock.passed();
}

}  // namespace

TEST_CASE("an input without an age is written at once") {
  CHECK(writing_ns({}) <= 40);
  CHECK(writing_ns({.bytes_since = 1 << 20}) <= 40);
}

TEST_CASE("writing takes as long as the multiply-adds since take a team, five milliseconds at most") {
  CHECK(writing_ns({.macs_since = 40'000}) == doctest::Approx(10'000).epsilon(0.005));  // 2 workers, halved
  CHECK(writing_ns({.macs_since = 40'000}, 10) == doctest::Approx(1'000).epsilon(0.05));
  CHECK(writing_ns({.macs_since = 1'000'000'000'000}) == doctest::Approx(5e6).epsilon(0.001));
}

TEST_CASE("beside what second levels do not hold, a worker reads its share of what units have gone over") {
  Exertion exertion(isa_list[0].isa, 2);
  TickingClock clock;
  Ageing ageing(exertion, 2, 1, {.last_level = 65536, .usable_last_level = 32768, .second_level = 1024},
                clock);
  const auto read_beside = [&](std::uint64_t bytes_since, std::size_t input_bytes) {
    ScratchSweep none(exertion, 1, {}, input_bytes / 2);
    Ageing::Share share = ageing.begin({.bytes_since = bytes_since}, input_bytes / 2, input_bytes, 1, none);
    for (int i = 0; i < 4; ++i) share.wrote(input_bytes / 8);
    return share.bytes_read();
  };
  CHECK(read_beside(8192, 2048) == 0);  // both second levels hold it
  CHECK(read_beside(8192, 4096) == 4096);
  CHECK(read_beside(0, 4096) == 0);
  CHECK(read_beside(1 << 30, 4096) == 65536);  // of twice the last level
}

TEST_CASE("a worker reads its share of bytes, all of them twice the last level at most") {
  Exertion exertion(isa_list[0].isa, 2);
  Ageing ageing(exertion, 2, 1, {.last_level = 65536, .usable_last_level = 32768, .second_level = 1024});
  CHECK(ageing.read_share(8192, 0) == 4096);
  CHECK(ageing.read_share(8192, 1) == 4096);
  CHECK(ageing.read_share(0, 1) == 0);
  CHECK(ageing.read_share(64, 1) == 0);  // less than a line each
  CHECK(ageing.read_share(std::uint64_t{1} << 40, 1) == 65536);
}

TEST_CASE("an input outgrows what is usable of the last level together with what goes by behind it") {
  Exertion exertion(isa_list[0].isa, 1);
  const Ageing ageing(exertion, 1, 1,
                      {.last_level = 65536, .usable_last_level = 32768, .second_level = 1024});
  CHECK(ageing.outgrows_cache({.bytes_since = 16384}, 16385));
  CHECK_FALSE(ageing.outgrows_cache({.bytes_since = 16384}, 16384));
  CHECK(ageing.outgrows_cache({}, 32769));
}

TEST_CASE("a core multiplies at some rate") { CHECK(core_macs_per_ns(isa_list[0].isa) > 0); }
