#include "engine/tuning/tuning_json.hpp"

#include "engine/error.hpp"
#include "engine/formats/file.hpp"
#include "engine/tuning/conv_text.hpp"

#include <algorithm>

namespace bricks {
namespace {

using kernels::ConvAlgorithm;

constexpr std::string_view format_name = "bricks-tuning";
constexpr int most_search_threads = 1024;

std::string algorithm_list(const std::vector<ConvAlgorithm>& algorithms) {
  std::string names;
  for (const ConvAlgorithm algorithm : algorithms)
    names += (names.empty() ? "" : ", ") + std::string(conv_algorithm_name(algorithm));
  return names;
}

Isa tuning_isa(const Json& document) {
  const std::string name = string_member(document, "isa");
  const std::optional<Isa> isa = isa_from_name(name);
  if (!isa) throw Error("'isa': found '" + shortened(name) + "', which this build does not have");
  return *isa;
}

// One of the candidates.
ConvAlgorithm checked_algorithm(const std::string& name, const std::vector<ConvAlgorithm>& candidates) {
  const std::optional<ConvAlgorithm> algorithm = conv_algorithm_from_name(name);
  if (!algorithm || std::ranges::find(candidates, *algorithm) == candidates.end())
    throw Error("found the algorithm '" + shortened(name) +
                "', expected one that runs it: " + algorithm_list(candidates));
  return *algorithm;
}

std::vector<std::pair<std::string, double>> read_times(const Json& json, const char* key) {
  const auto found = json.find(key);
  const Json* times = found == json.end() ? nullptr : &*found;
  if (!times || !times->is_object())
    throw Error(std::string("'") + key + "': found " + describe(times) + ", expected an object");
  std::vector<std::pair<std::string, double>> read;
  for (const auto& [name, ns] : times->items()) {
    if (!ns.is_number() || !(ns.get<double>() > 0))
      throw Error(std::string("'") + key + "." + shortened(name) + "': found " + describe(ns) +
                  ", expected a number above 0");
    read.emplace_back(name, ns.get<double>());
  }
  return read;
}

kernels::ConvSplit checked_split(const std::string& name, const std::vector<kernels::ConvSplit>& candidates) {
  std::string names;
  for (const kernels::ConvSplit& split : candidates) {
    if (split_name(split) == name) return split;
    names += (names.empty() ? "" : ", ") + split_name(split);
  }
  throw Error("found the split '" + shortened(name) + "', expected one of " + names);
}

// Both members or none.
void read_splits(const Json& json, const Tuning& table, TunedConv& conv) {
  if (!json.contains("split") && !json.contains("split_ns")) return;
  const auto candidates = split_candidates(conv.problem, conv.algorithm, table.isa, table.threads);
  conv.split = checked_split(string_member(json, "split"), candidates);
  for (const auto& [name, ns] : read_times(json, "split_ns"))
    conv.split_ns.emplace_back(checked_split(name, candidates), ns);
}

TunedConv read_conv(const Json& json, const Tuning& table) {
  expect_members(json, {"problem", "algorithm", "ns", "split", "split_ns"});
  const std::string text = string_member(json, "problem");
  TunedConv conv{parse_conv_text(text)};
  return within("'" + shortened(text) + "'", [&] {
    const auto candidates = conv_candidates(conv.problem, table.isa, table.strict);
    conv.algorithm = checked_algorithm(string_member(json, "algorithm"), candidates);
    for (const auto& [name, ns] : read_times(json, "ns"))
      conv.ns.emplace_back(checked_algorithm(name, candidates), ns);
    read_splits(json, table, conv);
    return conv;
  });
}

// By name, so that what was read has the text that it was read from.
template <class Way, class Name>
std::string times_json(const std::vector<std::pair<Way, double>>& times, Name name) {
  Json named = Json::object();
  for (const auto& [way, ns] : times) named[std::string(name(way))] = ns;
  return named.dump();
}

std::string conv_json(const std::string& text, const TunedConv& conv) {
  const std::string split = conv.split ? ", \"split\": \"" + split_name(*conv.split) +
                                             "\", \"split_ns\": " + times_json(conv.split_ns, split_name)
                                       : "";
  return "{\"problem\": " + json_string(text) + ", \"algorithm\": \"" +
         std::string(conv_algorithm_name(conv.algorithm)) +
         "\", \"ns\": " + times_json(conv.ns, conv_algorithm_name) + split + "}";
}

}  // namespace

std::string tuning_text(const Tuning& tuning) {
  std::string convolutions;
  for (const auto& [text, conv] : tuning.convolutions)
    convolutions += (convolutions.empty() ? "\n" : ",\n") + conv_json(text, conv);
  return "{\"format\": \"" + std::string(format_name) +
         "\", \"schema_version\": " + std::to_string(tuning_schema_version) + ", \"isa\": \"" +
         std::string(isa_info(tuning.isa).name) + "\", \"strict\": " + (tuning.strict ? "true" : "false") +
         ", \"threads\": " + std::to_string(tuning.threads) + ",\n\"convolutions\": [" + convolutions +
         "]}\n";
}

Tuning parse_tuning(const Json& document) {
  expect_members(document, {"format", "schema_version", "isa", "strict", "threads", "convolutions"});
  if (const std::string format = string_member(document, "format"); format != format_name)
    throw Error("'format': found '" + shortened(format) + "', expected " + std::string(format_name));
  integer_member(document, "schema_version", tuning_schema_version, tuning_schema_version);
  Tuning table{tuning_isa(document), bool_member(document, "strict"),
               static_cast<int>(integer_member(document, "threads", 1, most_search_threads))};
  const Json& convolutions = array_member(document, "convolutions");
  for (std::size_t i = 0; i < convolutions.size(); ++i)
    within("convolutions[" + std::to_string(i) + "]", [&] {
      TunedConv conv = read_conv(convolutions[i], table);
      const std::string text = conv_text(conv.problem);
      if (!table.convolutions.empty() && text <= table.convolutions.rbegin()->first)
        throw Error("'" + shortened(text) + "' is given twice or out of order");
      table.convolutions.emplace(text, std::move(conv));
    });
  return table;
}

Tuning read_tuning(const std::string& path) {
  const Json document = parse_json(read_file(path, largest_tuning_file), path);
  return within(path, [&] { return parse_tuning(document); });
}

}  // namespace bricks
