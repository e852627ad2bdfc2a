#include "bench/session/session_trace.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace bricks;

TEST_CASE("A trace shows how long passes took by the clock, though they count adjusted") {
  SessionResult session;
  session.models = {{"tiny", {{{.start_ns = 500, .ns = 2000, .slowdown = 1.5}}}}};
  Trace trace;
  trace_session(trace, session);
  const nlohmann::json json = nlohmann::json::parse(trace.text());
  int passes = 0;
  for (const nlohmann::json& event : json.at("traceEvents")) {
    if (event.value("cat", "") != "pass") continue;
    ++passes;
    CHECK(event.at("name") == "tiny");
    CHECK(event.at("dur") == doctest::Approx(3));
  }
  CHECK(passes == 1);
}
