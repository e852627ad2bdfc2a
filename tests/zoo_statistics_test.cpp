// How layers of the fifty models repeat, against what the paper's authors recorded: tests/golden.
#include "bench/zoo/zoo.hpp"
#include "decompose/count/layer_statistics.hpp"
#include "decompose/count/sequence_counts.hpp"
#include "decompose/identity/layer_words.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/paper_type.hpp"

#include <map>
#include <set>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

namespace {

const std::vector<Graph>& counted_models() {
  static const std::vector<Graph> graphs = [] {
    std::vector<Graph> built;
    for (const zoo::Entry& entry : zoo::entries()) built.push_back(zoo::build(entry));
    return built;
  }();
  return graphs;
}

const LayerStatistics& statistics() {
  static const LayerStatistics all = [] {
    LayerStatistics counted;
    for (const Graph& graph : counted_models()) counted.add(graph.name, graph);
    return counted;
  }();
  return all;
}

std::vector<std::uint64_t> words(const Graph& graph) {
  std::vector<std::uint64_t> all;
  for (const Layer& layer : graph.layers) append_layer_words(graph, layer, all);
  return all;
}

}  // namespace

TEST_CASE("10,815 layers, 1,488 of them unique, and in every model as many as recorded (Figure 5)") {
  CHECK(statistics().layers() == 10815);
  CHECK(statistics().unique_layers() == 1488);
  const auto table = golden_table("table1.csv");
  REQUIRE(statistics().models().size() == table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    CAPTURE(table[i].at("file"));
    CHECK(statistics().models()[i].model == table[i].at("file"));
    CHECK(std::to_string(statistics().models()[i].unique.size()) == table[i].at("unique"));
  }
}

TEST_CASE("types of the repeated layers (Figure 6)") {
  const auto table = golden_table("table1.csv");
  for (std::size_t i = 0; i < table.size(); ++i) {
    CAPTURE(table[i].at("file"));
    std::set<std::vector<std::uint64_t>> seen;
    std::map<std::string, std::size_t> repeated;
    for (const Layer& layer : counted_models()[i].layers) {
      std::vector<std::uint64_t> identity;
      append_layer_words(counted_models()[i], layer, identity);
      if (!seen.insert(identity).second) ++repeated[paper_type(counted_models()[i], layer)];
    }
    CHECK(repeated == golden_counts(table[i].at("repeated")));
    std::size_t counted = 0, expected = 0;
    for (const auto& [type, count] : statistics().models()[i].types) counted += count.repeated;
    for (const auto& [type, count] : repeated) expected += count;
    CHECK(counted == expected);
  }
}

TEST_CASE("layers that any two models share (Figure 7)") {
  const auto rows = golden_rows("shared_layers.csv");
  const auto& counted = statistics().models();
  REQUIRE(rows.size() == counted.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const double shared = std::stod(rows[i].at(j));
      const double either = static_cast<double>(counted[i].unique.size() + counted[j].unique.size()) - shared;
      CHECK(statistics().jaccard(i, j) == doctest::Approx(shared / either).epsilon(1e-12));
      CHECK(statistics().jaccard(j, i) == statistics().jaccard(i, j));
    }
}

TEST_CASE("layers and unique layers of every type") {
  std::map<std::string, std::size_t> layers;
  std::map<std::string, std::set<std::vector<std::uint64_t>>> unique;
  for (const Graph& graph : counted_models())
    for (const Layer& layer : graph.layers) {
      const std::string type = paper_type(graph, layer);
      std::vector<std::uint64_t> identity;
      append_layer_words(graph, layer, identity);
      ++layers[type];
      unique[type].insert(identity);
    }
  const auto table = golden_table("types.csv");
  CHECK(layers.size() == table.size());
  for (const auto& row : table) {
    CAPTURE(row.at("type"));
    CHECK(std::to_string(layers[row.at("type")]) == row.at("layers"));
    CHECK(std::to_string(unique[row.at("type")].size()) == row.at("unique"));
  }
}

TEST_CASE("the models that are recorded as identical are, and no others") {
  std::map<std::vector<std::uint64_t>, std::vector<std::string>> sets;
  for (const Graph& graph : counted_models()) sets[words(graph)].push_back(graph.name);
  std::set<std::vector<std::string>> identical;
  for (const auto& [key, names] : sets)
    if (names.size() > 1) identical.insert(names);
  const auto rows = golden_rows("identical.csv");
  CHECK(identical == std::set<std::vector<std::string>>(rows.begin(), rows.end()));
}

TEST_CASE("the published chain rule cuts as many sequences as the paper's program") {
  const auto table = golden_table("published_sequences.csv");
  CHECK(table.size() == 11);
  for (const auto& row : table) {
    CAPTURE(row.at("G"));
    PublishedCounter counter(std::stol(row.at("G")));
    for (const Graph& graph : counted_models()) counter.add(graph);
    CHECK(counter.total().layers == 10815);
    CHECK(std::to_string(counter.total().sequences) == row.at("sequences"));
    CHECK(std::to_string(counter.total().unique) == row.at("unique"));
  }
}
