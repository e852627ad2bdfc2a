#include "bench/trace/trace.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace bricks;

TEST_CASE("A trace reads back as JSON: names first, times in microseconds from the first event") {
  Trace trace;
  const int measuring = trace.add_process("measuring"), pass = trace.add_process("a pass of \"tiny\"");
  trace.name_thread(pass, 1, "worker 1");
  trace.add({"Conv+Relu", "unit", pass, 1, 5'000'500, 1'250, {{"layers", "a, b"}}});
  trace.add({"round 0", "round", measuring, 0, 5'000'000, 2'000'000, {}});
  const nlohmann::json json = nlohmann::json::parse(trace.text());
  const nlohmann::json& events = json.at("traceEvents");
  REQUIRE(events.size() == 5);
  CHECK(events.at(1).at("ph") == "M");
  CHECK(events.at(1).at("args").at("name") == "a pass of \"tiny\"");
  CHECK(events.at(2).at("name") == "thread_name");
  CHECK(events.at(2).at("tid") == 1);
  const nlohmann::json& conv = events.at(3);
  CHECK(conv.at("name") == "Conv+Relu");
  CHECK(conv.at("cat") == "unit");
  CHECK(conv.at("ph") == "X");
  CHECK(conv.at("pid") == pass);
  CHECK(conv.at("tid") == 1);
  CHECK(conv.at("ts") == doctest::Approx(0.5));
  CHECK(conv.at("dur") == doctest::Approx(1.25));
  CHECK(conv.at("args").at("layers") == "a, b");
  CHECK(events.at(4).at("ts") == 0);
}

TEST_CASE("A trace of nothing is JSON too") {
  CHECK(nlohmann::json::parse(Trace().text()).at("traceEvents").empty());
}
