#include "bench/commands/options.hpp"

#include "bench/commands/parse_options.hpp"
#include "engine/error.hpp"
#include "tests/support/complaint.hpp"

#include <cstdlib>

#include <doctest/doctest.h>

using namespace bricks;
using bricks::test::parse;

TEST_CASE("Options are read") {
  CHECK(parse<DecomposeOptions>("--G 3 --execution layerwise").G == 3);
  CHECK(parse<DecomposeOptions>("--G 3 --execution layerwise").execution == Execution::layerwise);
  const auto measure = parse<MeasureOptions>("--threads 3 --runs 7 --seed 9 --cache hot --memory 2GB");
  CHECK(measure.threads == 3);
  CHECK(measure.runs == 7);
  CHECK(measure.seed == 9);
  CHECK(measure.cache == CacheState::hot);
  CHECK(measure.memory == 2'000'000'000);
  CHECK(parse<ModelOptions>("--model a --model b").models == std::vector<std::string>{"a", "b"});
  CHECK_FALSE(parse<ValidateOptions>("--no-validate").validate);
  CHECK(parse<ValidateOptions>("--max-error 5.5").max_error_percent == 5.5);
}

TEST_CASE("Wrong values are refused in one line") {
  CHECK_THROWS_WITH_AS(parse<DecomposeOptions>("--G 0"),
                       "--G: found 0, expected a whole number of at least 1", Error);
  CHECK_THROWS_AS(parse<DecomposeOptions>("--G 1.5"), Error);
  CHECK_THROWS_AS(parse<DecomposeOptions>("--G 99999999999999999999"), Error);
  CHECK_THROWS_WITH_AS(parse<MeasureOptions>("--threads -1"),
                       "--threads: found -1, expected a whole number of at least 1", Error);
  CHECK_THROWS_AS(parse<MeasureOptions>("--cache warm"), Error);
  CHECK_THROWS_AS(parse<MeasureOptions>("--memory much"), Error);
  CHECK_THROWS_AS(parse<DecomposeOptions>("--execution quick"), Error);
  CHECK_THROWS_AS(parse<OutputOptions>("--format xml"), Error);
}

TEST_CASE("An ISA is the one given, else the one forced, else the best") {
  unsetenv("BRICKS_FORCE_ISA");
  CHECK(choose_isa("") == best_isa());
  CHECK_THROWS_AS(choose_isa("mmx"), Error);
  const std::string slowest(isa_list[0].name);
  setenv("BRICKS_FORCE_ISA", slowest.c_str(), 1);
  CHECK(choose_isa("") == isa_list[0].isa);
  CHECK(choose_isa(std::string(isa_info(best_isa()).name)) == best_isa());
  setenv("BRICKS_FORCE_ISA", "mmx", 1);
  CHECK_THROWS_AS(choose_isa(""), Error);
  unsetenv("BRICKS_FORCE_ISA");
}

TEST_CASE("Memory sizes") {
  CHECK(parse_memory("100") == 100);
  CHECK(parse_memory("1.5GiB") == 1610612736);
  CHECK(parse_memory("20MB") == 20'000'000);
  CHECK(parse_memory("low") == std::nullopt);
  CHECK_THROWS_AS(parse_memory("GB"), Error);
  CHECK_THROWS_AS(parse_memory("-1GB"), Error);
}

TEST_CASE("The precision is 1 percent unless runs are given alone, and its time grows with the models") {
  const auto chosen = [](const std::string& line, std::size_t models) {
    CommandLine command("test", "", "");
    MeasureOptions options;
    add_options(command, options);
    add_precision_options(command, options);
    command.parse(line);
    choose_precision(options, models);
    return options;
  };
  CHECK(chosen("", 1).precision_percent == 1.0);
  CHECK(chosen("", 1).runs == 20);
  CHECK(chosen("", 1).max_seconds == 4);
  CHECK(chosen("", 6).max_seconds == 24);
  CHECK(chosen("", 50).max_seconds == 120);
  CHECK_FALSE(chosen("--runs 20", 1).precision_percent);
  CHECK(chosen("--runs 30 --precision 2", 1).precision_percent == 2.0);
  CHECK(chosen("--runs 30 --precision 2", 1).runs == 30);
  CHECK(chosen("--max-time 7", 50).max_seconds == 7);
  CHECK(test::complaint([&] { chosen("--runs 5 --max-time 7", 50); }).starts_with("--max-time"));
}
