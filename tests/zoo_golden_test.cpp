// The zoo against Table 1 of the paper: tests/golden/table1.csv.
#include "bench/zoo/zoo.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/paper_type.hpp"

#include <cstdio>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

namespace {

std::string millions(std::int64_t count) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(count) / 1e6);
  return text;
}

}  // namespace

TEST_CASE("every model of Table 1 is there, in order, with its layers, parameters and multiply-accumulates") {
  const auto table = golden_table("table1.csv");
  REQUIRE(table.size() == zoo::entries().size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const zoo::Entry& entry = zoo::entries()[i];
    const auto& expected = table[i];
    CAPTURE(entry.file);
    const Graph graph = zoo::build(entry);
    CHECK(entry.file == expected.at("file"));
    CHECK(entry.title == expected.at("title"));
    CHECK(zoo::task_name(entry.task) == expected.at("task"));
    CHECK(std::to_string(graph.layers.size()) == expected.at("layers"));
    CHECK(std::to_string(total_macs(graph)) == expected.at("macs"));
    CHECK(millions(total_parameters(graph)) == expected.at("parameters"));
    std::map<std::string, std::size_t> types;
    for (const Layer& layer : graph.layers) ++types[paper_type(graph, layer)];
    CHECK(types == golden_counts(expected.at("types")));
  }
}
