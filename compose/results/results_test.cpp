#include "compose/results/results_json.hpp"
#include "engine/error.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

namespace bricks {
namespace {

std::string complaint(const std::string& text) {
  try {
    parse_results(text, "file.json").only();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string document(const std::string& entry) { return R"({"benchmarks": [)" + entry + "]}"; }

}  // namespace

TEST_CASE("a name and a real time are enough") {
  const Results results =
      parse_results(document(R"({"name": "BRICK", "real_time": 1.5, "time_unit": "ms"})"), "f");
  const BrickResult& result = results.only().find("BRICK", "any->variant", 123);
  REQUIRE(result.samples.size() == 1);
  CHECK(result.samples[0].ns == 1.5e6);
  CHECK(result.system == System{});
  CHECK_THROWS_AS(results.only().find("OTHER", "", 0), Error);
}

TEST_CASE("repetitions are samples, aggregates are not") {
  const Results results = parse_results(
      document(R"({"name": "B", "real_time": 1}, {"name": "B", "real_time": 3, "run_type": "iteration"},
                  {"name": "B", "real_time": 2, "run_type": "aggregate"})"),
      "f");
  const BrickResult& result = results.only().find("B", "", 0);
  REQUIRE(result.samples.size() == 2);
  CHECK(result.samples[1].ns == 3);
  CHECK(result.samples[1].round == 1);
}

TEST_CASE("a name may carry the variant") {
  const Results results = parse_results(
      document(
          R"({"name": "B @ plain->blocked", "real_time": 1}, {"name": "B @ blocked->blocked", "real_time": 2})"),
      "f");
  CHECK(results.only().find("B", "plain->blocked", 0).samples[0].ns == 1);
  CHECK(results.only().find("B", "blocked->blocked", 0).samples[0].ns == 2);
  CHECK(results.only().look_up("B", "blocked!->blocked", 0) == nullptr);
}

TEST_CASE("results of other algorithms are kept apart; the cost model's go before a table's") {
  Results results = parse_results(
      document(
          R"({"name": "B", "real_time": 1, "bricks": {"tuned": "0=direct"}}, {"name": "B", "real_time": 2})"),
      "f");
  CHECK(results.only().size() == 2);
  CHECK(results.only().find("B", "", 0).samples[0].ns == 2);
  CHECK(results.only().look_up("B", "", 0, "0=direct")->samples[0].ns == 1);
  CHECK(results.only().look_up("B", "", 0, "")->samples[0].ns == 2);
  CHECK(results.only().look_up("B", "", 0, "0=winograd_f2") == nullptr);
  const Results tuned =
      parse_results(document(R"({"name": "B", "real_time": 1, "bricks": {"tuned": "0=direct"}})"), "f");
  CHECK(tuned.only().find("B", "", 0).tuned == "0=direct");
  const Json entry = result_to_json(tuned.only().find("B", "", 0));
  CHECK(result_from_json(entry, {}).tuned == "0=direct");
}

TEST_CASE("a measured document: system, samples, the name of a file for a name") {
  const Results results = parse_results(R"({
    "context": {"date": "today"},
    "benchmarks": [{"name": "0123", "real_time": 7, "threads": 2, "bricks": {"text": "B", "variant": "plain->plain",
      "swept_bytes": 1000, "samples": {"ns": [5, 6, 7], "round": [0, 0, 1], "turn": [0, 1, 2], "position": [3, 1, 2],
      "start_ns": [10, 20, 30]}}}],
    "bricks": {"execution": "fused", "threads": 2, "isa": "avx2", "host": {"cpu_model": "A CPU"},
               "engine": {"version": "0.1", "compiler": "gcc 12"}}})",
                                        "f");
  const System system = results.systems().at(0);
  CHECK(to_string(system) == "A CPU, avx2, 2 threads, fused, gcc 12 0.1");
  const BrickResult& result = results.of(system).find("B", "plain->plain", 5);
  CHECK(result.swept_bytes == 1000);
  REQUIRE(result.samples.size() == 3);
  CHECK(result.samples[1] == ResultSample{.round = 1, .position = 1, .start_ns = 20, .ns = 6});
}

TEST_CASE("results of different systems are never mixed") {
  const std::string one = R"({"name": "B", "real_time": 1, "bricks": {"threads": 1}})";
  const std::string two = R"({"name": "B", "real_time": 1, "bricks": {"threads": 2}})";
  CHECK(complaint(document(one + "," + one)) == "no error");
  CHECK(complaint(document(one + "," + two)) ==
        "results of 2 systems, which cannot be mixed: '1 thread' and '2 threads'");
  CHECK(complaint(document("")) == "no results");
  const Results results = parse_results(document(one + "," + two), "f");
  CHECK(results.of({.threads = 2}).size() == 1);
  CHECK_THROWS_AS(results.of({.threads = 3}), Error);
}

TEST_CASE("wrong documents give one line") {
  for (const std::string& text : std::vector<std::string>{
           "",
           "[",
           "[]",
           "1",
           "{}",
           R"({"benchmarks": {}})",
           document("1"),
           document("{}"),
           document(R"({"name": 3})"),
           document(R"({"name": "B"})"),
           document(R"({"name": "B", "real_time": "1"})"),
           document(R"({"name": "B", "real_time": 0})"),
           document(R"({"name": "B", "real_time": -1})"),
           document(R"({"name": "B", "real_time": 1e999})"),
           document(R"({"name": "B", "real_time": 1, "time_unit": "weeks"})"),
           document(R"({"name": "B", "real_time": 1, "run_type": 3})"),
           document(R"({"name": "B", "real_time": 1, "bricks": 3})"),
           document(R"({"name": "B", "real_time": 1, "bricks": {"samples": 3}})"),
           document(R"({"name": "B", "real_time": 1, "bricks": {"samples": {}}})"),
           document(R"({"name": "B", "real_time": 1, "bricks": {"samples": {"ns": []}}})"),
           document(R"({"name": "B", "real_time": 1, "bricks": {"samples": {"ns": [1, "2"]}}})"),
           document(R"({"name": "B", "real_time": 1, "bricks": {"samples": {"ns": [1], "round": [1, 2]}}})"),
           document(R"({"name": "B", "real_time": 1, "bricks": {"samples": {"ns": [1], "round": [-1]}}})"),
           document(R"({"name": "B", "real_time": 1, "bricks": {"samples": {"ns": [1], "round": [1e300]}}})"),
           document(R"({"name": "B", "real_time": 1, "bricks": {"threads": 1.5}})"),
           document(R"({"name": "B", "real_time": 1, "bricks": {"engine": [1]}})"),
       }) {
    CAPTURE(text);
    const std::string message = complaint(text);
    CHECK(message != "no error");
    CHECK(message.rfind("file.json", 0) == 0);
    CHECK(message.find('\n') == std::string::npos);
  }
}

TEST_CASE("random results survive being written and read") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  for (int trial = 0; trial < 50; ++trial) {
    BrickResult result;
    result.text = "B" + std::to_string(trial);
    if (trial % 2 == 0) result.variant = "blocked!->blocked";
    if (trial % 3 == 0) result.swept_bytes = 123456789;
    if (trial % 5 == 0)
      result.system = {.cpu = "C", .isa = "avx2", .execution = "fused", .engine = "e 1", .threads = 2};
    for (int i = test::random_int(random, 1, 20), round = 0; i > 0; --i) {
      round += test::random_int(random, 0, 2);
      result.samples.push_back({.round = round,
                                .position = test::random_int(random, 0, 9) + 10 * i,
                                .start_ns = test::random_int(random, 0, 1 << 30),
                                .ns = std::uniform_real_distribution<double>(0.1, 1e9)(random)});
    }
    std::stable_sort(result.samples.begin(), result.samples.end(),
                     [](const ResultSample& a, const ResultSample& b) {
                       return a.round != b.round ? a.round < b.round : a.position < b.position;
                     });
    const Results read = parse_results(document(result_to_json(result).dump()), "f");
    const BrickResult& again = read.of(result.system).find(result.text, result.variant, result.swept_bytes);
    CHECK(again.variant == result.variant);
    CHECK(again.swept_bytes == result.swept_bytes);
    CHECK(again.samples == result.samples);
  }
}

}  // namespace bricks
