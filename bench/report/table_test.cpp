#include "bench/report/table.hpp"

#include "bench/report/example_report.hpp"
#include "bench/report/text.hpp"

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("The first line is the answer, the last one reproduces it") {
  const std::string text = table_text(example_report());
  CHECK(text.substr(0, text.find('\n')) ==
        "tiny: 4.950 ms composed (+-1.0 %), 5.000 ms measured, error -1.00 %  [G=1, fused, 2 threads, avx2]");
  CHECK(text.substr(text.rfind('\n', text.size() - 2) + 1) == "bricks-bench --model tiny --G 1\n");
}

TEST_CASE("Bricks stand by their share of time, with count and speed") {
  const std::string text = table_text(example_report());
  // 2 x 2 ms of 5 ms in all; 0.2 GFLOP in 2 ms.
  const auto conv = text.find("80.0      2    2.000    100.0  Conv+Relu");
  const auto pool = text.find("20.0      1    1.000           MaxPool");
  CHECK(conv != std::string::npos);
  CHECK(pool != std::string::npos);
  CHECK(conv < pool);
  CHECK(text.find("1 of 2 rounds were noisy") != std::string::npos);
  CHECK(text.find("arena") == std::string::npos);  // no model knows it
}

TEST_CASE("Where a latency is composed, bricks outside it have no share of it; else each counts once") {
  Report report = example_report();
  report.bricks[1].count = 0;  // of an overlapping sequence that no cover holds
  CHECK(table_text(report).find("100.0      2    2.000    100.0  Conv+Relu") != std::string::npos);
  CHECK(table_text(report).find("0.0      0    1.000           MaxPool") != std::string::npos);
  report.bricks[0].count = 0;
  CHECK(table_text(report).find("66.7      0    2.000    100.0  Conv+Relu") != std::string::npos);
}

TEST_CASE("A long list is cut and the rest summed up") {
  const std::string text = table_text(example_report(), 1);
  CHECK(text.find("MaxPool") == std::string::npos);
  CHECK(text.find("1 more bricks: 20.0 %") != std::string::npos);
}

TEST_CASE("Numbers and columns for people") {
  CHECK(milliseconds(0.01234) == "0.0123");
  CHECK(milliseconds(4.5) == "4.500");
  CHECK(milliseconds(104.21) == "104.2");
  CHECK(megabytes(12'345'678) == "12.3 MB");
  CHECK(megabytes(8.4e9) == "8.40 GB");
  CHECK(count_text(15.47e9) == "15.47 G");
  CHECK(columns({{"<a", "b"}, {"long", "1"}, {"x", "22"}}) == "a      b\nlong   1\nx     22\n");
}
