#include "bench/compare/backend_session.hpp"

#include "bench/backends/fake_backend.hpp"
#include "bench/compare/difference.hpp"
#include "bench/measure/fake.hpp"
#include "bench/session/compose_report.hpp"
#include "decompose/suite/decomposer.hpp"
#include "decompose/suite/plain_variants.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/error.hpp"

#include <algorithm>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::bench;

namespace {

constexpr double call_ns = 1000, run_ns = 5000;

// Its "models" are the answers that it gives when it is asked for their outputs. Handle 0 is the model that
// does nothing. It ends when it has answered `most` runs.
std::string answering_backend(int most) {
  return R"sh(cd "$(dirname "$0")"; loaded=0; runs=0
field() { value=${line#*\"$1\":}; value=${value#\"}; value=${value%%[,\"\}]*}; }
while read -r line; do case "$line" in
*'"command":"describe"'*) echo '{"version": "7.1"}';;
*'"command":"load"'*) field model; cp "$value" "answer$loaded"; echo "{\"handle\": $loaded}"; loaded=$((loaded+1));;
*'"command":"outputs"'*) field handle; cat "answer$value";;
*'"command":"run"'*) runs=$((runs+1)); [ $runs -gt )sh" +
         std::to_string(most) + R"sh( ] && exit 1
  field handle; if [ $value = 0 ]; then time=1000; else time=5000; fi
  field runs; times=$time; n=1
  while [ $n -lt $value ]; do times="$times,$time"; n=$((n+1)); done
  echo "{\"nanoseconds\": [$times]}";;
esac; done
)sh";
}

struct Bench {
  explicit Bench(int most_runs = 1'000'000) : backend(answering_backend(most_runs)) {
    Decomposer decomposer({.execution = Execution::fused, .granularity = 1});
    decomposer.add("chain", model);
    suite = with_plain_variants(decomposer.finish());
    surroundings.clock = &clock;
    options.runs = 10;
    options.system.engine = "fake 7.1";
    options.store = [this](std::span<const BrickResult> results) {
      stored.insert(stored.end(), results.begin(), results.end());
    };
  }

  // Writes the outputs that are right, or nothing but zeros for graphs with this operator.
  SessionResult run(bool whole = true, const std::string& wrong = "none") {
    int files = 0;
    const WriteOnnx write = [&](const Graph& graph, Weights& weights, const std::string& path) {
      nlohmann::json names = nlohmann::json::object();
      for (auto& [name, array] : own_outputs(graph, weights, 1, {.isa = options.engine.isa}, 1)) {
        if (operators_text(graph) == wrong) std::fill(array.bytes.begin(), array.bytes.end(), std::byte{0});
        const std::string file = backend.folder() + "/" + std::to_string(files++) + ".npy";
        write_npy(array, file);
        names[name] = file;
      }
      std::ofstream(path) << nlohmann::json{{"files", names}} << "\n";
    };
    std::vector<const Graph*> models;
    if (whole) models.push_back(&model);
    return measure_on_backend(
        {"fake", backend.path()}, suite, all_benchmarks(suite), models,
        [](const Graph&) { return synthetic_weights(1); }, write, options, surroundings);
  }

  std::size_t loaded() const {
    std::size_t count = 0;
    while (std::filesystem::exists(backend.folder() + "/answer" + std::to_string(count))) ++count;
    return count;
  }

  FakeBackend backend;
  FakeClock clock;
  Graph model = test::chain_model(2);
  Suite suite;
  Surroundings surroundings;
  SessionOptions options;
  std::vector<BrickResult> stored;
};

std::size_t samples_of(const std::vector<BrickResult>& results, const std::string& text) {
  std::size_t count = 0;
  for (const BrickResult& result : results)
    if (result.text == text) count += result.samples.size();
  return count;
}

}  // namespace

TEST_CASE("Every time is less the cost of a call, of bricks and of models") {
  Bench bench;
  const SessionResult result = bench.run();
  REQUIRE(result.bricks.size() == bench.suite.bricks.size());
  for (const BrickReport& brick : result.bricks) {
    CHECK(brick.samples.size() >= 10);
    for (const Sample& sample : brick.samples) CHECK(sample.ns == run_ns - call_ns);
    CHECK(brick.difference.value() == 0);
    CHECK_FALSE(brick.operators.empty());
  }
  REQUIRE(result.models.size() == 1);
  CHECK(result.models[0].series.samples.size() == 10);
  for (const Sample& sample : result.models[0].series.samples) CHECK(sample.ns == run_ns - call_ns);
  CHECK_FALSE(result.models[0].arena_bytes.has_value());
  CHECK(result.empty_ns->trimmed_mean == call_ns);
  CHECK(result.reference_ns->trimmed_mean == run_ns);
}

TEST_CASE("What is stored is what is reported, block by block") {
  Bench bench;
  const SessionResult result = bench.run();
  for (const BrickReport& brick : result.bricks)
    CHECK(samples_of(bench.stored, brick.text) == brick.samples.size());
  constexpr std::size_t blocks = (10 + runs_per_block - 1) / runs_per_block;
  CHECK(bench.stored.size() == blocks * result.bricks.size());
  for (const BrickResult& stored : bench.stored) {
    CHECK(stored.system.engine == "fake 7.1");
    for (const ResultSample& sample : stored.samples) CHECK(sample.ns == run_ns - call_ns);
  }
}

TEST_CASE("Bricks that are known are neither loaded nor measured") {
  Bench first;
  const SystemResults known = results_of(first.run(), first.options.system);
  Bench second;
  second.options.known = &known;
  const SessionResult result = second.run(false);
  CHECK(std::set(result.ids.begin(), result.ids.end()).size() == first.suite.bricks.size());
  CHECK(result.fresh.empty());
  CHECK(second.loaded() == 2);  // the model that does nothing, the reference
  CHECK(second.stored.empty());
  REQUIRE(result.bricks.size() == first.suite.bricks.size());
  for (const BrickReport& brick : result.bricks) {
    CHECK(brick.summary.trimmed_mean == run_ns - call_ns);
    CHECK_FALSE(brick.difference.has_value());
  }
}

TEST_CASE("Further runs come behind those that are known") {
  Bench first;
  const SystemResults known = results_of(first.run(), first.options.system);
  Bench second;
  second.options.known = &known;
  second.options.runs = 15;
  const SessionResult result = second.run(false);
  CHECK(result.fresh.size() == second.suite.bricks.size());
  for (const BrickReport& brick : result.bricks) {
    CHECK(rounds_of(known.find(brick.text, brick.variant, brick.swept_bytes)) == 10);
    CHECK(brick.samples.back().turn == 14);
    CHECK(samples_of(second.stored, brick.text) * 3 == brick.samples.size());
  }
}

TEST_CASE("A precision is measured to, or given up") {
  Bench bench;
  bench.options.precision_percent = 1;
  int asked = 0;
  bench.options.half_width_percent = [&](const SessionResult& so_far) {
    CHECK(so_far.bricks.size() == bench.suite.bricks.size());
    return ++asked < 4 ? 3 : 0.5;
  };
  const SessionResult reached = bench.run();
  CHECK_FALSE(reached.too_noisy);
  CHECK(reached.models[0].series.samples.size() == 10 + 3 * runs_per_block);
  Bench noisy;
  noisy.options.precision_percent = 1;
  noisy.options.runs = 1;
  noisy.options.half_width_percent = [](const SessionResult&) { return 3; };
  CHECK(noisy.run(false).too_noisy);
}

TEST_CASE("A brick with other outputs than ours is told of, and not stored") {
  Bench bench;
  const SessionResult result = bench.run(false, "Conv+Relu");
  int wrong = 0;
  for (const BrickReport& brick : result.bricks) {
    const bool agrees = brick.operators != "Conv+Relu";
    wrong += !agrees;
    CHECK((*brick.difference <= tolerance) == agrees);
    CHECK((samples_of(bench.stored, brick.text) > 0) == agrees);
  }
  CHECK(wrong > 0);
  CHECK_FALSE(bench.stored.empty());
}

TEST_CASE("An engine that ends is an error, and nothing of its last block is stored") {
  Bench probe;
  probe.options.runs = runs_per_block;
  const SessionResult one_block = probe.run(false);
  std::size_t turn = 2;  // the model that does nothing, the reference
  for (const BrickReport& brick : one_block.bricks) turn += brick.samples.size() / runs_per_block;
  // It ends within the second block.
  Bench bench(static_cast<int>((settling_turns + runs_per_block) * turn + turn / 2));
  CHECK_THROWS_WITH_AS(bench.run(false), doctest::Contains("has ended"), Error);
  for (const BrickReport& brick : one_block.bricks)
    CHECK(samples_of(bench.stored, brick.text) == brick.samples.size());
}

TEST_CASE("An interrupted session keeps its blocks") {
  Bench bench;
  int asked = 0;
  bench.surroundings.interrupted = [&] { return ++asked == 2; };
  CHECK(bench.run(false).interrupted);
  for (const Brick& brick : bench.suite.bricks) CHECK(samples_of(bench.stored, brick.text) >= runs_per_block);
}
