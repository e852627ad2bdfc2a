#include "bench/backends/backend_subject.hpp"
#include "bench/backends/fake_backend.hpp"
#include "bench/measure/fake.hpp"
#include "tests/support/complaint.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::bench;
using bricks::test::complaint;

TEST_CASE("An engine tells its version, loads and runs") {
  const FakeBackend fake(counting_backend());
  BackendEngine engine({"fake", fake.path()}, 1);
  CHECK(engine.version() == "7.1");
  const std::int64_t handle = engine.load("model.onnx");
  CHECK(handle == 3);
  CHECK(engine.run(handle, 3, 1) == std::vector<double>{1, 1000, 2000});  // 0 ns is no time
  CHECK(engine.outputs(handle, 1, "/tmp").empty());
}

TEST_CASE("Answers that are not what the protocol says are refused") {
  const auto engine_says = [](const std::string& answer) {
    const FakeBackend fake("read -r a; echo '{\"version\": \"1\"}'; read -r b; echo '" + answer + "'; cat\n");
    BackendEngine engine({"fake", fake.path()}, 1);
    return complaint([&] { engine.run(0, 2, 1); });
  };
  CHECK(engine_says(R"({"nanoseconds": [1, 2, 3]})") == "fake: 3 times of 2 runs");
  CHECK(engine_says(R"({"nanoseconds": ["1", "2"]})") == "fake: 0 times of 2 runs");
  CHECK(engine_says(R"({"times": 2})") == "fake: 'nanoseconds': found nothing, expected an array");
  const FakeBackend nameless("read -r a; echo '{}'; cat\n");
  CHECK(complaint([&] {
          BackendEngine({"fake", nameless.path()}, 1);
        }).find("'version'") != std::string::npos);
}

TEST_CASE("The first run of a visit is not among its times") {
  const FakeBackend fake(counting_backend());
  FakeClock clock;
  BackendEngine engine({"fake", fake.path()}, 1);
  BackendSubject subject(clock, engine, engine.load("model.onnx"), 1, true);
  const std::vector<Timing> timings = subject.run(2);
  REQUIRE(timings.size() == 2);
  CHECK(timings[0].ns == 1000);
  CHECK(timings[1].ns == 2000);
  CHECK(timings[1].start_ns - timings[0].start_ns == 1000);
  CHECK(subject.failure().empty());
  CHECK(BackendSubject(clock, engine, 3, 1, false).run(2).front().ns == 1);
}

TEST_CASE("An engine that dies takes no time from then on and says why") {
  const FakeBackend fake(counting_backend("no request", "runs"));
  FakeClock clock;
  BackendEngine engine({"fake", fake.path()}, 1);
  BackendSubject subject(clock, engine, engine.load("model.onnx"), 1, true);
  CHECK(subject.run(4).size() == 4);
  CHECK(subject.failure() == "backend fake.sh: the program has ended without an answer");
  CHECK(subject.run(1).front().ns == 0);
}
