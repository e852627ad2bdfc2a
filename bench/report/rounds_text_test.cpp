#include "bench/report/rounds_text.hpp"

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("rounds of which there is nothing to say have no lines") {
  CHECK(rounds_lines({}) == "");
  CHECK(rounds_lines({{.core_line_ns = 28, .runs = 10}}) == "");
}

TEST_CASE("lines say what was noisy, disturbed and apart") {
  CHECK(rounds_lines({{.noisy = true}, {}}) == "1 of 2 rounds were noisy\n");
  CHECK(rounds_lines({{.runs = 10, .disturbed = 4, .set_aside = 2}, {.runs = 10}}) ==
        "20.0 % of runs were disturbed by others, 10.0 % set aside for it\n");
  CHECK(rounds_lines({{.runs = 10, .disturbed = 6, .set_aside = 1, .adjusted = 5}}) ==
        "60.0 % of runs were disturbed by others, 10.0 % set aside, 50.0 % adjusted for it\n");
  CHECK(rounds_lines({{.core_line_ns = 160}, {.core_line_ns = 28}, {.core_line_ns = 190}}) ==
        "in 2 of 3 rounds cores shared no cache: a line took up to 190 ns between them\n");
}
