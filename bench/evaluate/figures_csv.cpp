#include "bench/evaluate/csv.hpp"
#include "bench/evaluate/figures.hpp"

namespace bricks {
namespace {

using Ordered = nlohmann::ordered_json;

Ordered value_at(const Ordered& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? Ordered() : *found;
}

Ordered ratio(const Ordered& part, const Ordered& whole) {
  if (!part.is_number() || !whole.is_number()) return {};
  return part.get<double>() / whole.get<double>();
}

const Ordered* paper_json_of(const Ordered& document, const Ordered& name) {
  for (const Ordered& model : document["paper"]["models"])
    if (model["name"] == name) return &model;
  return nullptr;
}

// Calls visit(system, run) for every run of every system.
template <class Visit>
void for_each_run(const Ordered& document, Visit visit) {
  for (const Ordered& system : document["systems"])
    for (const Ordered& run : system["runs"]) visit(system, run);
}

std::string figure_3(const Ordered& document) {
  Csv csv("model,system,execution,sequential_over_measured,parallel_over_measured");
  for_each_run(document, [&](const Ordered& system, const Ordered& run) {
    for (const Ordered& model : run["models"]) {
      const Ordered& first = model["at"][0];
      if (first["G"] != document["G"][0]) continue;
      const Ordered measured = value_at(model, "measured_ms");
      csv.row({model["name"], system["name"], run["execution"], ratio(first["composed_ms"], measured),
               ratio(first["parallel_ms"], measured)});
    }
  });
  const Ordered& paper = document["paper"];
  for (const Ordered& model : paper["models"]) {
    const Ordered& measured = model["latency_ms"][1];
    csv.row({model["name"], "paper: " + paper["figure_3_system"].get<std::string>(), "layerwise",
             ratio(model["sequential_ms"], measured), ratio(model["parallel_ms"], measured)});
  }
  return csv.text();
}

std::string figure_5(const Ordered& document) {
  Csv csv("model,layers,unique_layers,unique_percent,paper_layers,paper_unique_layers");
  for (const Ordered& model : document["layers"]["models"]) {
    const Ordered* paper = paper_json_of(document, model["name"]);
    csv.row({model["name"], model["layers"], model["unique_layers"], model["unique_percent"],
             paper ? (*paper)["layers"] : Ordered(), paper ? (*paper)["unique_layers"] : Ordered()});
  }
  return csv.text();
}

std::string figure_6(const Ordered& document) {
  Csv csv("model,type,layers,repeated_layers");
  for (const Ordered& model : document["layers"]["models"])
    for (const auto& [type, count] : model["types"].items()) {
      const Ordered repeated = value_at(model["repeated_types"], type.c_str());
      csv.row({model["name"], type, count, repeated.is_null() ? Ordered(0) : repeated});
    }
  return csv.text();
}

std::string figure_7(const Ordered& document) {
  std::string text = "model";
  for (const Ordered& model : document["layers"]["models"]) text += "," + csv_cell(model["name"]);
  const Ordered& rows = document["layers"]["jaccard"];
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += "\n" + csv_cell(document["layers"]["models"][i]["name"]);
    for (const Ordered& value : rows[i]) text += "," + csv_cell(value);
  }
  return text + "\n";
}

std::string figure_9(const Ordered& document) {
  Csv csv("model,system,execution,latency_ms,p50_ms,p90_ms");
  for_each_run(document, [&](const Ordered& system, const Ordered& run) {
    for (const Ordered& model : run["models"])
      if (model.contains("measured_ms"))
        csv.row({model["name"], system["name"], run["execution"], model["measured_ms"],
                 value_at(model, "measured_p50_ms"), value_at(model, "measured_p90_ms")});
  });
  const Ordered& paper = document["paper"];
  for (const Ordered& model : paper["models"])
    for (std::size_t i = 0; i < paper["systems"].size(); ++i)
      csv.row({model["name"], "paper: " + paper["systems"][i]["name"].get<std::string>(), "layerwise",
               model["latency_ms"][i], Ordered(), Ordered()});
  return csv.text();
}

std::string figure_10(const Ordered& document) {
  Csv csv(
      "model,system,execution,G,sequences,unique_sequences,measured_ms,composed_ms,low_ms,high_ms,"
      "plain_sum_ms,composed_over_measured,plain_sum_over_measured,error_percent");
  for_each_run(document, [&](const Ordered& system, const Ordered& run) {
    for (const Ordered& model : run["models"])
      for (const Ordered& at : model["at"]) {
        const Ordered measured = value_at(model, "measured_ms");
        csv.row({model["name"], system["name"], run["execution"], at["G"], at["sequences"],
                 at["unique_sequences"], measured, at["composed_ms"], at["confidence_95_ms"][0],
                 at["confidence_95_ms"][1], at["plain_sum_ms"], ratio(at["composed_ms"], measured),
                 ratio(at["plain_sum_ms"], measured), value_at(at, "error_percent")});
      }
  });
  return csv.text();
}

// Figures 11 and 12 are the same but for the statistic.
std::string by_granularity(const Ordered& document, const std::string& header, const char* paper_key,
                           Ordered (*statistic)(const Ordered& summary)) {
  Csv csv("system,execution,G," + header);
  for_each_run(document, [&](const Ordered& system, const Ordered& run) {
    for (const Ordered& summary : run["summaries"])
      csv.row({system["name"], run["execution"], summary["G"], statistic(summary)});
  });
  for (const Ordered& system : document["paper"]["systems"])
    for (std::size_t i = 0; i < system[paper_key].size(); ++i)
      csv.row({"paper: " + system["name"].get<std::string>(), "layerwise", i + 1, system[paper_key][i]});
  return csv.text();
}

void summary_row(Csv& csv, const Ordered& system, const Ordered& run, const Ordered& summary) {
  const Ordered errors = value_at(summary, "errors"), plain = value_at(summary, "plain_errors");
  const auto of = [](const Ordered& object, const char* key) {
    return object.is_null() ? Ordered() : object.at(key);
  };
  csv.row({system,
           run["execution"],
           run["cache"],
           summary["G"],
           summary["models"],
           of(errors, "mean_absolute_percent"),
           of(errors, "p90_absolute_percent"),
           of(errors, "max_absolute_percent"),
           of(errors, "bias_percent"),
           of(errors, "within_5_percent"),
           of(errors, "within_10_percent"),
           of(errors, "geometric_mean_ratio"),
           of(plain, "mean_absolute_percent"),
           summary["sequences"],
           summary["unique_sequences"],
           summary["benchmarks"],
           summary["benchmarks_ms"],
           summary["benchmark_speedup"],
           value_at(summary, "wall_speedup"),
           value_at(run, "brick_seconds")});
}

constexpr const char* summary_header =
    "system,execution,cache,G,models,mean_absolute_error_percent,p90_error_percent,max_error_percent,"
    "bias_percent,within_5_percent,within_10_percent,geometric_mean_ratio,plain_sum_mean_absolute_error_"
    "percent,sequences,unique_sequences,benchmarks,benchmarks_ms,benchmark_speedup,wall_speedup,run_brick_"
    "seconds";

std::string summary(const Ordered& document) {
  Csv csv(summary_header);
  for_each_run(document, [&](const Ordered& system, const Ordered& run) {
    for (const Ordered& row : run["summaries"]) summary_row(csv, system["name"], run, row);
  });
  return csv.text();
}

std::string ablation(const Ordered& document) {
  Csv csv(summary_header);
  for (const Ordered& run : document["ablation"])
    for (const Ordered& row : run["summaries"]) summary_row(csv, run["system"], run, row);
  return csv.text();
}

std::string table_1(const Ordered& document) {
  Csv csv("id,name,title,task,layers,unique_layers,multiply_accumulates,parameters");
  std::size_t id = 0;
  for (const Ordered& model : document["layers"]["models"])
    csv.row({++id, model["name"], value_at(model, "title"), value_at(model, "task"), model["layers"],
             model["unique_layers"], model["macs"], model["parameters"]});
  return csv.text();
}

std::string table_2(const Ordered& document) {
  Csv csv("system,cpu,isa,threads,physical_cores,memory_bytes,kernel");
  for (const Ordered& system : document["systems"]) {
    const Ordered host = value_at(system, "host");
    const auto of = [&](const char* key) { return host.is_object() ? value_at(host, key) : Ordered(); };
    csv.row({system["name"], system["cpu"], system["isa"], system["threads"], of("physical_cores"),
             of("memory_bytes"), of("kernel")});
  }
  for (const Ordered& system : document["paper"]["systems"])
    csv.row({"paper: " + system["name"].get<std::string>(), "", "", "", "", "", ""});
  return csv.text();
}

}  // namespace

std::vector<std::pair<std::string, std::string>> evaluation_csv(const Ordered& whole) {
  const Ordered& document = whole.at("bricks");
  return {{"figure03.csv", figure_3(document)},
          {"figure05.csv", figure_5(document)},
          {"figure06.csv", figure_6(document)},
          {"figure07.csv", figure_7(document)},
          {"figure09.csv", figure_9(document)},
          {"figure10.csv", figure_10(document)},
          {"figure11.csv",
           by_granularity(document, "geometric_mean_of_composed_over_measured", "geometric_mean_ratio",
                          [](const Ordered& row) {
                            return row.contains("errors") ? row["errors"]["geometric_mean_ratio"] : Ordered();
                          })},
          {"figure12.csv", by_granularity(document, "benchmark_speedup", "benchmark_speedup",
                                          [](const Ordered& row) { return row["benchmark_speedup"]; })},
          {"table1.csv", table_1(document)},
          {"table2.csv", table_2(document)},
          {"summary.csv", summary(document)},
          {"ablation.csv", ablation(document)}};
}

}  // namespace bricks
