#include "compose/results/results_json.hpp"

#include "compose/results/store.hpp"
#include "compose/statistics/statistics.hpp"
#include "engine/error.hpp"
#include "engine/formats/file.hpp"
#include "engine/formats/json.hpp"

#include <cmath>

namespace bricks {
namespace {

const Json* member(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

void read_string(const Json& object, const char* key, std::string& value) {
  const Json* found = member(object, key);
  if (found == nullptr) return;
  if (!found->is_string())
    throw Error(std::string("'") + key + "': found " + describe(*found) + ", expected a string");
  value = found->get<std::string>();
}

double number(const Json* value, const char* key) {
  if (value == nullptr || !value->is_number())
    throw Error(std::string("'") + key + "': found " + describe(value) + ", expected a number");
  return value->get<double>();
}

// Counts of threads, rounds, positions: anything else is nonsense.
std::int64_t whole_number(const Json& value, const char* key, std::int64_t most) {
  return checked_integer(value, std::string("'") + key + "'", 0, most);
}

std::string engine_text(const Json& engine) {
  if (engine.is_string()) return engine.get<std::string>();
  if (!engine.is_object())
    throw Error("'engine': found " + describe(engine) + ", expected a string or an object");
  if (const Json* identity = member(engine, "identity"); identity != nullptr && identity->is_string())
    return identity->get<std::string>();
  std::string text;
  for (const auto& [key, value] : engine.items()) {
    if (!value.is_string())
      throw Error("'engine." + key + "': found " + describe(value) + ", expected a string");
    text += (text.empty() ? "" : " ") + value.get<std::string>();
  }
  return text;
}

void read_system(const Json& extras, System& system) {
  read_string(extras, "isa", system.isa);
  read_string(extras, "execution", system.execution);
  read_string(extras, "cache", system.cache);
  if (const Json* threads = member(extras, "threads"))
    system.threads = static_cast<int>(whole_number(*threads, "threads", 1 << 20));
  if (const Json* workers = member(extras, "workers"))
    system.workers = static_cast<int>(whole_number(*workers, "workers", 1 << 20));
  if (const Json* engine = member(extras, "engine")) system.engine = engine_text(*engine);
  if (const Json* host = member(extras, "host"); host != nullptr && host->is_object())
    read_string(*host, "cpu_model", system.cpu);
}

const Json& extras_of(const Json& object) {
  static const Json none = Json::object();
  const Json* extras = member(object, "bricks");
  if (extras == nullptr) return none;
  if (!extras->is_object()) throw Error("'bricks': found " + describe(*extras) + ", expected an object");
  return *extras;
}

double unit_in_ns(const Json& entry) {
  std::string unit = "ns";
  read_string(entry, "time_unit", unit);
  if (unit == "ns") return 1;
  if (unit == "us") return 1e3;
  if (unit == "ms") return 1e6;
  if (unit == "s") return 1e9;
  throw Error("'time_unit': found '" + shortened(unit) + "', expected ns, us, ms or s");
}

// One column of the samples; null where it is not there.
const Json* column(const Json& samples, const char* key, std::size_t count) {
  const Json* values = member(samples, key);
  if (values != nullptr && (!values->is_array() || values->size() != count))
    throw Error(std::string("'samples.") + key + "': found " + describe(*values) + ", expected an array of " +
                std::to_string(count));
  return values;
}

std::vector<ResultSample> read_samples(const Json& samples) {
  if (!samples.is_object()) throw Error("'samples': found " + describe(samples) + ", expected an object");
  const Json& ns = array_member(samples, "ns");
  const std::size_t count = ns.size();
  const Json* round = column(samples, "turn", count);
  if (round == nullptr) round = column(samples, "round", count);
  const Json* position = column(samples, "position", count);
  const Json* start = column(samples, "start_ns", count);
  std::vector<ResultSample> read(count);
  for (std::size_t i = 0; i < count; ++i) {
    constexpr std::int64_t most = std::int64_t{1} << 30;
    read[i].ns = number(&ns[i], "samples.ns");
    read[i].round =
        round ? static_cast<int>(whole_number((*round)[i], "samples.round", most)) : static_cast<int>(i);
    if (position) read[i].position = static_cast<int>(whole_number((*position)[i], "samples.position", most));
    if (start) read[i].start_ns = whole_number((*start)[i], "samples.start_ns", std::int64_t{1} << 62);
  }
  return read;
}

bool is_aggregate(const Json& entry) {
  std::string run_type;
  if (entry.is_object()) read_string(entry, "run_type", run_type);
  return run_type == "aggregate";
}

}  // namespace

BrickResult result_from_json(const Json& entry, const System& system) {
  BrickResult result;
  result.system = system;
  result.text = string_member(entry, "name");
  if (const std::size_t at = result.text.find(" @ "); at != std::string::npos) {
    result.variant = result.text.substr(at + 3);
    result.text.resize(at);
  }
  const Json& extras = extras_of(entry);
  read_string(extras, "text", result.text);
  read_string(extras, "variant", result.variant);
  read_string(extras, "tuned", result.tuned);
  if (const Json* swept = member(extras, "swept_bytes"))
    result.swept_bytes =
        static_cast<std::uint64_t>(whole_number(*swept, "swept_bytes", std::int64_t{1} << 53));
  read_system(extras, result.system);
  if (const Json* seconds = member(extras, "seconds")) result.seconds = number(seconds, "seconds");
  if (const Json* samples = member(extras, "samples"))
    result.samples = read_samples(*samples);
  else
    result.samples = {{.ns = number(member(entry, "real_time"), "real_time") * unit_in_ns(entry)}};
  if (const Json* busy = member(extras, "busy_samples"))
    for (const ResultSample& sample : read_samples(*busy)) result.busy_ns.push_back(sample.ns);
  return result;
}

Results parse_results(std::string_view text, const std::string& where) {
  const Json document = parse_json(text, where);
  return within(where, [&] {
    Results results;
    if (!document.is_object()) throw Error("found " + describe(document) + ", expected an object");
    System system;
    read_system(extras_of(document), system);
    const Json& entries = array_member(document, "benchmarks");
    for (std::size_t i = 0; i < entries.size(); ++i)
      within("benchmarks[" + std::to_string(i) + "]", [&] {
        if (!is_aggregate(entries[i])) results.add(result_from_json(entries[i], system));
      });
    return results;
  });
}

Results read_results(const std::string& path) {
  return results_from_text(read_file(path, largest_results_file), path);
}

Results results_from_text(std::string_view text, const std::string& where) {
  return is_store(text) ? parse_store(text, where) : parse_results(text, where);
}

Json result_to_json(const BrickResult& result) {
  Json samples = {{"ns", Json::array()},
                  {"round", Json::array()},
                  {"position", Json::array()},
                  {"start_ns", Json::array()}};
  for (const ResultSample& sample : result.samples) {
    samples["ns"].push_back(sample.ns);
    samples["round"].push_back(sample.round);
    samples["position"].push_back(sample.position);
    samples["start_ns"].push_back(sample.start_ns);
  }
  Json extras = {{"text", result.text}, {"samples", std::move(samples)}};
  if (!result.variant.empty()) extras["variant"] = result.variant;
  if (!result.tuned.empty()) extras["tuned"] = result.tuned;
  if (result.swept_bytes != 0) extras["swept_bytes"] = result.swept_bytes;
  if (!result.system.isa.empty()) extras["isa"] = result.system.isa;
  if (!result.system.execution.empty()) extras["execution"] = result.system.execution;
  if (!result.system.engine.empty()) extras["engine"] = result.system.engine;
  if (result.system.threads != 0) extras["threads"] = result.system.threads;
  if (!result.system.cache.empty()) extras["cache"] = result.system.cache;
  if (result.seconds != 0) extras["seconds"] = result.seconds;
  if (result.system.workers != 0) extras["workers"] = result.system.workers;
  if (!result.busy_ns.empty()) extras["busy_samples"] = {{"ns", result.busy_ns}};
  if (!result.system.cpu.empty()) extras["host"] = {{"cpu_model", result.system.cpu}};
  const double time = trimmed_mean(sample_times_ns(result));
  const std::string name = result.text + (result.variant.empty() ? "" : " @ " + result.variant);
  return {{"name", name},
          {"run_name", name},
          {"run_type", "iteration"},
          {"repetitions", 1},
          {"repetition_index", 0},
          {"iterations", result.samples.size()},
          {"real_time", time},
          {"cpu_time", time},
          {"time_unit", "ns"},
          {"bricks", std::move(extras)}};
}

}  // namespace bricks
