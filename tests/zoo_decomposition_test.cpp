// Decomposition of the fifty models at full size against the counts that the DLBricks authors' own layer
// lists give.
#include "bench/zoo/zoo.hpp"
#include "decompose/count/layer_statistics.hpp"
#include "decompose/count/sequence_counts.hpp"
#include "decompose/suite/decomposer.hpp"
#include "tests/support/golden.hpp"

#include <doctest/doctest.h>

namespace bricks {
namespace {

const std::vector<Graph>& models() {
  static const std::vector<Graph> all = [] {
    std::vector<Graph> built;
    for (const zoo::Entry& entry : zoo::entries()) built.push_back(zoo::build(entry));
    return built;
  }();
  return all;
}

Suite decompose(const SuiteOptions& options) {
  Decomposer decomposer(options);
  for (std::size_t i = 0; i < models().size(); ++i)
    decomposer.add(std::string(zoo::entries()[i].file), models()[i]);
  return decomposer.finish();
}

}  // namespace

TEST_CASE("the published chain rule gives the published numbers of sequences") {
  for (const auto& row : test::golden_table("published_sequences.csv")) {
    PublishedCounter counter(std::stoll(row.at("granularity")));
    CAPTURE(row.at("granularity"));
    for (const Graph& model : models()) counter.add(model);
    CHECK(counter.total().layers == 10815);
    CHECK(std::to_string(counter.total().sequences) == row.at("sequences"));
    CHECK(std::to_string(counter.total().unique) == row.at("unique"));
  }
}

TEST_CASE("1488 different layers over all models, and each model's own number") {
  const auto table = test::golden_table("table1.csv");
  LayerStatistics statistics;
  for (const Graph& model : models()) statistics.add(model.name, model);
  CHECK(statistics.layers() == 10815);
  CHECK(statistics.unique_layers() == 1488);
  for (std::size_t i = 0; i < table.size(); ++i) {
    CAPTURE(table[i].at("file"));
    CHECK(std::to_string(statistics.models()[i].unique.size()) == table[i].at("unique"));
  }
}

TEST_CASE("at G=1 layerwise bricks are the different layers") {
  const Suite suite = decompose({.execution = Execution::layerwise, .granularity = 1});
  CHECK(suite.bricks.size() == 1488);
  const auto table = test::golden_table("table1.csv");
  for (std::size_t i = 0; i < table.size(); ++i) {
    CAPTURE(table[i].at("file"));
    CHECK(std::to_string(suite.recipes[i].steps.size()) == table[i].at("layers"));
    CHECK(std::to_string(unique_bricks(suite.recipes[i])) == table[i].at("unique"));
  }
}

}  // namespace bricks
