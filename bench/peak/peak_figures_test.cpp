#include "bench/peak/peak_figures.hpp"

#include "bench/peak/peak_report.hpp"

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("A working set fits its level, shared by the threads that share it") {
  Host host;
  host.caches = {{1, "Data", 48 << 10, 1},
                 {1, "Instruction", 32 << 10, 1},
                 {2, "Unified", 1 << 20, 1},
                 {3, "Unified", 32 << 20, 2}};
  const auto sets = working_sets(host, 2);
  REQUIRE(sets.size() == 4);
  CHECK(sets[0].level == "L1");
  CHECK(sets[0].bytes == (48 << 10) / 4 * 3);
  CHECK(sets[1].bytes == (1 << 20) / 4 * 3);
  CHECK(sets[2].bytes == (16 << 20) / 4 * 3);
  CHECK(sets[3].level == "memory");
  CHECK(sets[3].bytes == 256 << 20);
  host.caches.back().bytes = 384u << 20;
  CHECK(working_sets(host, 2)[3].bytes == 768u << 20);
  host.virtual_machine = true;
  CHECK(working_sets(host, 2)[2].bytes == own_last_level_bytes(host) / 2 / 4 * 3);
  CHECK(working_sets(host, 2)[3].bytes == 768u << 20);
}

TEST_CASE("Every ISA and level is measured at every thread count") {
  Host host;
  host.caches = {{1, "Data", 32 << 10, 1}};
  const auto figures = measure_peaks(monotonic_clock(), host, {best_isa()}, {1, 2}, 1);
  REQUIRE(figures.arithmetic.size() == 2);
  REQUIRE(figures.bandwidth.size() == 4);
  for (const auto& peak : figures.arithmetic) CHECK(peak.gflops > 0);
  for (const auto& peak : figures.bandwidth) {
    CHECK(peak.read > 0);
    CHECK(peak.copy > 0);
  }
  const auto document = to_json(figures, host);
  CHECK(document.at("bricks").at("peak").at("bandwidth").size() == 4);
  CHECK(table_text(figures, host).find("memory") != std::string::npos);
}
