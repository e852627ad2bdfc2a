#include "bench/stats/stats_report.hpp"

#include "bench/report/json_document.hpp"
#include "bench/report/text.hpp"

#include <algorithm>

namespace bricks {
namespace {

using OrderedJson = nlohmann::ordered_json;

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// "Conv 23, Relu 25": most first.
std::string repeated_text(const ModelLayers& model) {
  std::vector<std::pair<std::size_t, std::string>> types;
  for (const auto& [type, count] : model.types)
    if (count.repeated > 0) types.emplace_back(count.repeated, type);
  std::ranges::stable_sort(types, std::ranges::greater{}, &std::pair<std::size_t, std::string>::first);
  std::string text;
  for (const auto& [count, type] : types)
    text += (text.empty() ? "" : ", ") + type + " " + std::to_string(count);
  return text;
}

std::string models_text(const LayerStatistics& statistics) {
  std::vector<std::vector<std::string>> rows{{"", "<model", "layers", "unique", "%", "<repeated layers"}};
  for (const ModelLayers& model : statistics.models())
    rows.push_back({std::to_string(rows.size()), model.model, std::to_string(model.layers),
                    std::to_string(model.unique.size()),
                    format("%.1f", percent(model.unique.size(), model.layers)), repeated_text(model)});
  return columns(rows);
}

std::string jaccard_text(const LayerStatistics& statistics) {
  const std::size_t count = statistics.models().size();
  std::vector<std::vector<std::string>> rows(count + 1);
  for (std::size_t i = 0; i <= count; ++i)
    for (std::size_t j = 0; j <= count; ++j) {
      const bool header = i == 0 || j == 0;
      rows[i].push_back(i + j == 0 ? ""
                        : header   ? std::to_string(i + j)
                                   : format("%.0f", 100 * statistics.jaccard(i - 1, j - 1)));
    }
  return "Layers that two models share, in percent of those that either has:\n" + columns(rows);
}

OrderedJson counts_json(const ModelLayers& model, std::size_t TypeCount::*member) {
  OrderedJson counts = OrderedJson::object();
  for (const auto& [type, count] : model.types)
    if (count.*member > 0) counts[type] = count.*member;
  return counts;
}

OrderedJson model_json(const ModelLayers& model, const Graph& graph) {
  const std::size_t unique = model.unique.size();
  return {{"name", model.model},
          {"layers", model.layers},
          {"sequences", model.layers},
          {"unique_sequences", unique},
          {"unique_layers", unique},
          {"unique_percent", percent(unique, model.layers)},
          {"macs", total_macs(graph)},
          {"parameters", total_parameters(graph)},
          {"types", counts_json(model, &TypeCount::layers)},
          {"repeated_types", counts_json(model, &TypeCount::repeated)}};
}

OrderedJson corpus_json(const LayerStatistics& statistics) {
  return {{"layers", statistics.layers()},
          {"sequences", statistics.layers()},
          {"unique_sequences", statistics.unique_layers()},
          {"unique_layers", statistics.unique_layers()},
          {"unique_percent", percent(statistics.unique_layers(), statistics.layers())}};
}

OrderedJson jaccard_json(const LayerStatistics& statistics) {
  const std::size_t count = statistics.models().size();
  OrderedJson rows = OrderedJson::array();
  for (std::size_t i = 0; i < count; ++i) {
    OrderedJson row = OrderedJson::array();
    for (std::size_t j = 0; j < count; ++j) row.push_back(statistics.jaccard(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

LayerStatistics count_layers(std::span<const Graph> models) {
  LayerStatistics statistics;
  for (const Graph& graph : models) statistics.add(graph.name, graph);
  return statistics;
}

std::string stats_text(const LayerStatistics& statistics) {
  const std::size_t models = statistics.models().size();
  std::string text = models_text(statistics);
  if (models > 1) text += "\n" + jaccard_text(statistics);
  return text + format("\n%zu layers in %zu %s, %zu unique (%.1f %%)\n", statistics.layers(), models,
                       models == 1 ? "model" : "models", statistics.unique_layers(),
                       percent(statistics.unique_layers(), statistics.layers()));
}

OrderedJson stats_json(const LayerStatistics& statistics, std::span<const Graph> models) {
  OrderedJson list = OrderedJson::array();
  for (std::size_t i = 0; i < models.size(); ++i)
    list.push_back(model_json(statistics.models()[i], models[i]));
  OrderedJson extras = {{"schema_version", report_schema_version}, {"execution", "layerwise"}, {"G", 1}};
  extras["models"] = std::move(list);
  extras["corpus"] = corpus_json(statistics);
  extras["jaccard"] = jaccard_json(statistics);
  return {{"bricks", std::move(extras)}};
}

}  // namespace bricks
