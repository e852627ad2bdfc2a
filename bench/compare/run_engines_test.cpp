#include "bench/compare/run_engines.hpp"

#include "bench/backends/fake_backend.hpp"
#include "bench/measure/fake.hpp"

#include <algorithm>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::bench;

namespace {

EnginesResult run(std::vector<EngineProgram> engines, std::vector<ModelFile> files) {
  FakeClock clock;
  Surroundings surroundings;
  surroundings.clock = &clock;
  EnginesOptions options;
  options.runs = 10;
  return run_engines(engines, files, options, surroundings);
}

}  // namespace

TEST_CASE("Every engine runs every file as often as asked, in visits of five runs") {
  const FakeBackend one(counting_backend()), two(counting_backend());
  const EnginesResult result = run({{"one", one.path()}, {"two", two.path()}}, {{"a.onnx"}, {"b.onnx"}});
  CHECK(result.versions == std::vector<std::string>{"7.1", "7.1"});
  REQUIRE(result.files.size() == 2);
  for (const auto& file : result.files)
    for (const EngineRun& engine : file) {
      CHECK(engine.failure == "");
      CHECK(engine.times_ns == std::vector<double>{1e3, 2e3, 3e3, 4e3, 5e3, 1e3, 2e3, 3e3, 4e3, 5e3});
      CHECK(engine.discarded >= 2);
      CHECK(engine.difference == 0);
    }
}

TEST_CASE("Where one engine's runs together are too short, all engines visit the file again") {
  // Runs of 1 to 5 microseconds a visit, and of b.onnx none.
  const FakeBackend one(counting_backend()), two(counting_backend("b.onnx"));
  FakeClock clock;
  Surroundings surroundings;
  surroundings.clock = &clock;
  std::vector<double> progress;
  surroundings.progress = [&](double done) { progress.push_back(done); };
  const auto runs_of = [&](double least_seconds) {
    progress.clear();
    const std::vector<EngineProgram> engines{{"one", one.path()}, {"two", two.path()}};
    const EnginesResult result = run_engines(engines, std::vector<ModelFile>{{"a.onnx"}, {"b.onnx"}},
                                             {.runs = 5, .least_seconds = least_seconds}, surroundings);
    CHECK(result.files[1][1].times_ns.empty());
    CHECK(result.files[0][0].times_ns.size() == result.files[0][1].times_ns.size());
    CHECK(result.files[0][0].times_ns.size() == result.files[1][0].times_ns.size());
    CHECK(result.rounds.size() * 5 == result.files[0][0].times_ns.size());
    CHECK(std::is_sorted(progress.begin(), progress.end()));
    CHECK(progress.back() == 1);
    return result.files[0][0].times_ns.size();
  };
  CHECK(runs_of(15e-6) == 5);
  CHECK(runs_of(30e-6) == 10);
  CHECK(runs_of(1) == 5 + most_further_runs);
}

TEST_CASE("What one engine cannot do disturbs no other") {
  const FakeBackend good(counting_backend()), choosy(counting_backend("b.onnx")),
      mortal(counting_backend("no request", "runs")), absent("exit 1\n");
  const EnginesResult result = run({{"good", good.path()},
                                    {"choosy", choosy.path()},
                                    {"mortal", mortal.path()},
                                    {"absent", absent.path()}},
                                   {{"a.onnx"}, {"b.onnx"}});
  for (const auto& file : result.files) {
    CHECK(file[0].times_ns.size() == 10);
    CHECK(file[2].failure.find("the program has ended") != std::string::npos);
    CHECK(file[2].times_ns.empty());
    CHECK(file[3].failure.find("ended") != std::string::npos);
  }
  CHECK(result.files[0][1].times_ns.size() == 10);
  CHECK(result.files[1][1].failure == "backend fake.sh: not today");
  CHECK(result.versions[3] == "");
}

TEST_CASE("A visit that others disturbed is set aside and made up for") {
  const FakeBackend one(counting_backend());
  int looks = 0;
  Surroundings surroundings;
  FakeClock clock;
  surroundings.clock = &clock;
  // Before and behind each visit of one engine to one file: the second visit of two ends disturbed.
  surroundings.watch = [&] { return ++looks == 4 ? 70e3 : 40e3; };
  EnginesOptions options;
  options.runs = 10;
  const std::vector<EngineProgram> engines{{"one", one.path()}};
  const EnginesResult result =
      run_engines(engines, std::vector<ModelFile>{{"a.onnx"}}, options, surroundings);
  CHECK(looks == 6);
  CHECK(result.files[0][0].times_ns.size() == 10);
  CHECK(result.files[0][0].set_aside == 5);
  REQUIRE(result.rounds.size() == 3);
  CHECK(result.rounds[1].disturbed == 5);
  CHECK(result.rounds[1].set_aside == 5);
  CHECK(result.rounds[2].disturbed == 0);
}
