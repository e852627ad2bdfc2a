#include "bench/report/tuning_report.hpp"

#include "bench/report/optional_member.hpp"
#include "bench/report/text.hpp"
#include "engine/tuning/tuning_json.hpp"

namespace bricks {

std::string tuning_line(const TuningReport& tuning) {
  const std::string where =
      tuning.seconds ? format("measured in %.1f s", *tuning.seconds) : "in the table of " + tuning.source;
  return format("tuned: %zu convolutions ", tuning.table->convolutions.size()) + where +
         format(", %zu run otherwise than the cost model says", changed_convolutions(*tuning.table));
}

nlohmann::ordered_json tuning_json(const TuningReport& tuning) {
  nlohmann::ordered_json json = {{"source", tuning.source}};
  set(json, "seconds", tuning.seconds);
  json["convolutions"] = tuning.table->convolutions.size();
  json["otherwise_than_cost_model"] = changed_convolutions(*tuning.table);
  json["table"] = nlohmann::ordered_json::parse(tuning_text(*tuning.table));
  return json;
}

}  // namespace bricks
