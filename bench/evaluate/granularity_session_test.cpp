#include "bench/evaluate/granularity_session.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

BrickReport report(const std::string& text, double ns) {
  BrickReport made;
  made.text = text;
  made.swept_bytes = 8;
  made.samples = {{0, 0, 0, 0, ns}, {0, 1, 0, 0, ns}};
  return made;
}

// Bricks of 1, 2 and 3 ms, two runs of each: 12 ms in 24, 6 of them saved.
SessionResult session_of_three() {
  SessionResult session;
  session.ids = {{0, 0}, {1, 0}, {2, 0}};
  session.bricks = {report("a", 1e6), report("b", 2e6), report("c", 3e6)};
  session.models.resize(1);
  session.models[0].name = "m";
  session.models[0].series.samples = {{0, 0, 0, 0, 4e6}, {0, 1, 0, 0, 6e6}};
  session.brick_seconds = 0.018;
  session.saved_seconds = 0.006;
  session.model_seconds = 0.5;
  session.model_setup_seconds = 0.25;
  return session;
}

}  // namespace

TEST_CASE("A session is a run to evaluate") {
  const StoredRun run = stored_run(session_of_three(), {.isa = "avx2", .execution = "fused"});
  CHECK(run.system.isa == "avx2");
  CHECK(run.results.find("b", "", 8).samples.size() == 2);
  CHECK(run.models.at("m").ms == doctest::Approx(5));
  CHECK(run.models.at("m").p50_ms.value() == doctest::Approx(5));
  CHECK(run.brick_seconds == doctest::Approx(0.024));
  CHECK(run.model_setup_seconds == 0.25);
  CHECK(run.brick_sample_seconds == doctest::Approx(0.012));
}

TEST_CASE("A granularity's part of it has its own numbers and its share of the time") {
  Granularity granularity;
  granularity.suite.bricks.resize(2);
  for (Brick& brick : granularity.suite.bricks) brick.variants.resize(1);
  granularity.places = {{{2, 0}}, {{0, 0}}};  // its first brick is c, its second one a
  const SessionResult part = part_of(session_of_three(), granularity);
  REQUIRE(part.ids.size() == 2);
  CHECK(part.ids[0] == BenchmarkId{1, 0});
  CHECK(part.bricks[0].text == "a");
  CHECK(part.ids[1] == BenchmarkId{0, 0});
  CHECK(part.bricks[1].text == "c");
  CHECK(part.models.size() == 1);
  CHECK(part.model_seconds == 0.5);
  CHECK(part.brick_seconds == doctest::Approx(0.024 * 8 / 12));
  CHECK(part.saved_seconds == 0);
}
