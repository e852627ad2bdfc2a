#include "bench/measure/ageing.hpp"

#include <cstdlib>
#include <initializer_list>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// Every look at it takes 10 ns.
class TickingClock final : public Clock {
 public:
  std::int64_t now_ns() override { return now_ += 10; }
  std::int64_t passed() const { return now_; }

 private:
  std::int64_t now_ = 0;
};

// Nanoseconds that two halves of an input of 4096 bytes take.
std::int64_t writing_ns(const InputTouch& input, double macs_per_ns = 1) {
  TickingClock clock;
  Exertion exertion(isa_list[0].isa, 2);
  Ageing ageing(exertion, 2, macs_per_ns, clock);
  Ageing::Share share = ageing.begin(input, 4096, 1);
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

TEST_CASE("a core multiplies at some rate") { CHECK(core_macs_per_ns(isa_list[0].isa) > 0); }
