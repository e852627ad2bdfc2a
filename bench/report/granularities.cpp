#include "bench/report/granularities.hpp"

#include "bench/report/optional_member.hpp"
#include "bench/report/text.hpp"

#include <algorithm>

namespace bricks {
namespace {

const GranularityReport& at(const GranularityChoice& choice, int G) {
  return *std::ranges::find(choice.each, G, &GranularityReport::G);
}

std::string reason(const GranularityChoice& choice) {
  return format(
      "G=%d: least benchmark time of those within %.2f points of the smallest error, %.2f %% at G=%d\n",
      choice.chosen, choice.tolerance_points, at(choice, choice.most_accurate).errors.mean_absolute_percent,
      choice.most_accurate);
}

}  // namespace

std::string granularities_text(const GranularityChoice& choice) {
  std::vector<std::vector<std::string>> rows{{"G", "<", "error %", "p90 %", "max %", "bias %", "bricks",
                                              "benchmarks", "benchmark ms", "measured s", "speed-up"}};
  for (const GranularityReport& each : choice.each)
    rows.push_back(
        {std::to_string(each.G), each.G == choice.chosen ? "*" : "",
         format("%.2f", each.errors.mean_absolute_percent), format("%.2f", each.errors.p90_absolute_percent),
         format("%.2f", each.errors.max_absolute_percent), format("%+.2f", each.errors.bias_percent),
         std::to_string(each.bricks), std::to_string(each.benchmarks), milliseconds(each.benchmarks_ms),
         each.measuring_seconds ? format("%.2f", *each.measuring_seconds) : "",
         format("%.2fx", each.benchmark_speedup)});
  return columns(rows) + reason(choice);
}

nlohmann::ordered_json granularities_json(const GranularityChoice& choice) {
  nlohmann::ordered_json json = {{"chosen_G", choice.chosen},
                                 {"most_accurate_G", choice.most_accurate},
                                 {"tolerance_points", choice.tolerance_points},
                                 {"granularities", nlohmann::ordered_json::array()}};
  for (const GranularityReport& each : choice.each) {
    nlohmann::ordered_json entry = {{"G", each.G},
                                    {"mean_absolute_error_percent", each.errors.mean_absolute_percent},
                                    {"p90_error_percent", each.errors.p90_absolute_percent},
                                    {"max_error_percent", each.errors.max_absolute_percent},
                                    {"bias_percent", each.errors.bias_percent},
                                    {"unique_sequences", each.bricks},
                                    {"benchmarks", each.benchmarks},
                                    {"benchmarks_ms", each.benchmarks_ms},
                                    {"benchmark_speedup", each.benchmark_speedup}};
    set(entry, "measuring_seconds", each.measuring_seconds);
    json["granularities"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace bricks
