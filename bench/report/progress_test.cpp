#include "bench/report/progress.hpp"

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("The time left is what the share done took, in proportion") {
  CHECK(Progress::line("measuring", 0.4, 4) == "measuring 40 %, 6 s left");
  CHECK(Progress::line("measuring", 0.01, 4) == "measuring 1 %");
  CHECK(Progress::line("measuring", 1, 4) == "measuring 100 %");
}
