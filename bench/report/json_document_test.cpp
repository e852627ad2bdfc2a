#include "bench/report/json_document.hpp"

#include "bench/report/example_report.hpp"

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("A document has Google Benchmark's shape") {
  const auto document = to_json(example_report());
  CHECK(document.at("context").at("host_name") == "box");
  REQUIRE(document.at("benchmarks").size() == 2);
  const auto& entry = document.at("benchmarks").at(0);
  CHECK(entry.at("name") == "0123456789abcdef");
  CHECK(entry.at("run_type") == "iteration");
  CHECK(entry.at("iterations") == 3);
  CHECK(entry.at("real_time") == doctest::Approx(2000));
  CHECK(entry.at("time_unit") == "us");
  CHECK(entry.at("time") == doctest::Approx(0.002));  // the flat keys' seconds
  CHECK(entry.at("bricks").at("samples").at("position") == std::vector<int>{1, 0, 1});
}

TEST_CASE("Flat keys name the engine that was measured; a batch that is not known is left out") {
  Report report = example_report();
  CHECK(to_json(report).at("benchmarks").at(0).at("framework") == "bricks");
  CHECK(to_json(report).at("benchmarks").at(0).at("batch_size") == 1);
  report.settings.backend = "other 2.0";
  report.settings.batch = 0;
  const auto document = to_json(report);
  CHECK(document.at("benchmarks").at(0).at("framework") == "other 2.0");
  CHECK_FALSE(document.at("benchmarks").at(0).contains("batch_size"));
  CHECK_FALSE(document.at("bricks").contains("batch_size"));
}

TEST_CASE("What is no UTF-8 is written as what is not known") {
  Report report = example_report();
  report.settings.command = "bricks-bench --model mod\xe8les.json";
  CHECK(document_text(to_json(report)).find("mod\xef\xbf\xbdles.json") != std::string::npos);
}

TEST_CASE("Our own part holds models, corpus and what a number belongs to") {
  const auto bricks_part = to_json(example_report()).at("bricks");
  CHECK(bricks_part.at("schema_version") == report_schema_version);
  CHECK(bricks_part.at("execution") == "fused");
  CHECK(bricks_part.at("G") == 1);
  CHECK(bricks_part.at("threads") == 2);
  CHECK(bricks_part.at("isa") == "avx2");
  CHECK(bricks_part.at("seed") == 7);
  CHECK_FALSE(bricks_part.at("engine").at("version").get<std::string>().empty());
  const auto& model = bricks_part.at("models").at(0);
  CHECK(model.at("composed_sequential_ms") == 4.95);
  CHECK(model.at("error_percent") == -1.0);
  CHECK_FALSE(model.contains("arena_bytes"));  // not known, so not there
  const auto& corpus = bricks_part.at("corpus");
  CHECK(corpus.at("benchmark_speedup") == 1.5);
  CHECK(corpus.at("mean_absolute_error_percent") == 1.0);
  CHECK(corpus.at("bias_percent") == -1.0);
  CHECK(bricks_part.at("rounds").at(1).at("noisy") == true);
}

TEST_CASE("Overlapping sequences name their cover, and --G auto what it compared") {
  Report report = example_report();
  CHECK(to_json(report).at("bricks").at("overlap") == false);
  CHECK_FALSE(to_json(report).at("bricks").at("models").at(0).contains("cover"));
  CHECK_FALSE(to_json(report).at("bricks").contains("G_auto"));
  report.settings.overlap = true;
  report.models[0].cover = {{0, 2}, {1, 2}};
  report.granularities = GranularityChoice{3, 3, 0.2, {}};
  const auto bricks_part = to_json(report).at("bricks");
  CHECK(bricks_part.at("overlap") == true);
  CHECK(bricks_part.at("models").at(0).at("cover") == nlohmann::ordered_json::parse("[[0, 2], [1, 2]]"));
  CHECK(bricks_part.at("G_auto").at("chosen_G") == 3);
}

TEST_CASE("The text reads back to the same document, one benchmark a line") {
  const auto document = to_json(example_report());
  const std::string text = document_text(document);
  CHECK(nlohmann::ordered_json::parse(text) == document);
  const auto line_of = [&](const std::string& what) {
    const auto at = text.find(what);
    const auto begin = text.rfind('\n', at) + 1;
    return text.substr(begin, text.find('\n', at) - begin);
  };
  CHECK(line_of("\"Conv+Relu\"").find("\"samples\"") != std::string::npos);
}

TEST_CASE("A report without measurements has no measured keys") {
  Report report;
  report.models.emplace_back().name = "tiny";
  const auto document = to_json(report);
  CHECK(document.at("benchmarks").empty());
  CHECK_FALSE(document.at("bricks").at("models").at(0).contains("measured_ms"));
  CHECK_FALSE(document.at("bricks").at("corpus").contains("bias_percent"));
}
