#include "bench/commands/evaluate_options.hpp"

#include "bench/commands/parse_options.hpp"
#include "engine/error.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

EvaluateOptions parse(const std::string& line) { return test::parse<EvaluateOptions>(line); }

}  // namespace

TEST_CASE("Granularities are numbers and ranges") {
  CHECK(parse_granularities("3") == std::vector<std::int64_t>{3});
  CHECK(parse_granularities("1..3,8") == std::vector<std::int64_t>{1, 2, 3, 8});
  for (const char* wrong : {"", "0", "1..", "..3", "3..1", "1,", "x", "1..2000"})
    CHECK_THROWS_AS(parse_granularities(wrong), Error);
  CHECK_THROWS_WITH_AS(parse_granularities("1..3,2"), "--G: found 2 twice", Error);
}

TEST_CASE("Systems are instruction sets with threads, or documents") {
  const std::string isa(isa_info(best_isa()).name);
  const auto systems = parse_systems(parse("--systems " + isa + ":2," + isa + ":1"));
  REQUIRE(systems.size() == 2);
  CHECK(systems[1].name == isa + ":1");
  CHECK(systems[1].isa == isa);
  CHECK(systems[1].threads == 1);
  CHECK(parse_systems(parse("--isa " + isa + " --threads 3"))[0].name == isa + ":3");
  for (const std::string& wrong :
       {isa + ":0", isa, std::string("mmx:2"), std::string("missing.json"), isa + ":"})
    CHECK_THROWS_AS(parse_systems(parse("--systems " + wrong)), Error);
}

TEST_CASE("Executions are both unless one is named") {
  CHECK(parse("").executions.size() == 2);
  CHECK(parse("--execution layerwise").executions == std::vector<Execution>{Execution::layerwise});
  CHECK_THROWS_AS(parse("--execution fused,fused"), Error);
  CHECK_THROWS_AS(parse("--execution quick"), Error);
}

TEST_CASE("The command line gives the evaluation again") {
  const std::string isa(isa_info(best_isa()).name);
  CHECK(command_text(parse("--model vgg16 --G 1..2 --systems " + isa + ":1 --runs 5 --out there")) ==
        "bricks-bench evaluate --model vgg16 --G 1,2 --systems " + isa +
            ":1 --execution fused,layerwise --runs 5 --seed 1 --cache context --out there");
}
