#include "compose/rules/rules.hpp"

#include "compose/statistics/statistics.hpp"
#include "engine/error.hpp"
#include "engine/formats/file.hpp"
#include "engine/formats/json.hpp"
#include "engine/graph/op.hpp"

#include <unordered_map>

namespace bricks {
namespace {

constexpr std::string_view any = "*";
constexpr std::size_t most_factors = 1024;  // workers that anybody has
constexpr double least_factor = 1e-3, largest_factor = 1e3;

void check_type(std::string_view type) {
  if (type != any) make_op(type);
}

std::string read_type(const Json& value) {
  if (!value.is_string()) throw Error("found " + describe(value) + ", expected an operator type or \"*\"");
  check_type(value.get_ref<const std::string&>());
  return value.get<std::string>();
}

std::pair<std::string, std::string> read_pair(const Json& value) {
  if (!value.is_array() || value.size() != 2)
    throw Error("found " + describe(value) + ", expected two operator types");
  return {read_type(value[0]), read_type(value[1])};
}

std::vector<double> read_factors(const Json& value) {
  if (!value.is_array() || value.empty() || value.size() > most_factors)
    throw Error("found " + describe(value) + ", expected an array of 1 to " + std::to_string(most_factors) +
                " factors");
  std::vector<double> factors;
  for (const Json& factor : value) {
    const double number = factor.is_number() ? factor.get<double>() : 0;
    if (!(number >= least_factor && number <= largest_factor))
      throw Error("found " + describe(factor) + ", expected a factor from 0.001 to 1000");
    factors.push_back(number);
  }
  return factors;
}

void read_apart(const Json& pairs, OverlapRules& rules) {
  if (!pairs.is_array()) throw Error("'apart': found " + describe(pairs) + ", expected an array of pairs");
  for (std::size_t i = 0; i < pairs.size(); ++i)
    within("'apart'[" + std::to_string(i) + "]", [&] { rules.apart.insert(read_pair(pairs[i])); });
}

void read_contention(const Json& contention, OverlapRules& rules) {
  if (!contention.is_object())
    throw Error("'contention': found " + describe(contention) + ", expected an object");
  for (const auto& [type, factors] : contention.items())
    within("'contention'", [&, &type = type, &factors = factors] {
      check_type(type);
      within("'" + type + "'", [&] { rules.contention[type] = read_factors(factors); });
    });
}

// Busy over alone, as the factors for 2, 3, ... up to the workers of the measurement.
std::vector<double> measured_slowdown(const BrickResult& result) {
  const int workers = result.system.workers;
  if (result.busy_ns.empty() || workers < 2) return {};
  const double all = trimmed_mean(result.busy_ns) / trimmed_mean(sample_times_ns(result));
  std::vector<double> factors;
  for (int at_once = 2; at_once <= workers; ++at_once)
    factors.push_back(1 + (all - 1) * (at_once - 1) / (workers - 1));
  return factors;
}

// Pairs of the types' numbers that no two steps may have at once, both ways round.
void keep_apart(const std::vector<std::string_view>& types, const OverlapRules& rules, StepOverlap& overlap) {
  for (std::uint32_t a = 0; a < types.size(); ++a)
    for (std::uint32_t b = 0; b < types.size(); ++b)
      if (!rules.may_overlap(types[a], types[b])) overlap.apart.insert({a, b});
}

}  // namespace

bool OverlapRules::may_overlap(std::string_view type, std::string_view other) const {
  const auto names = [](const std::string& rule, std::string_view found) {
    return rule == any || rule == found;
  };
  for (const auto& [a, b] : apart)
    if ((names(a, type) && names(b, other)) || (names(a, other) && names(b, type))) return false;
  return true;
}

const std::vector<double>* OverlapRules::slowdown(std::string_view type) const {
  auto found = contention.find(std::string(type));
  if (found == contention.end()) found = contention.find(std::string(any));
  return found == contention.end() ? nullptr : &found->second;
}

OverlapRules parse_rules(std::string_view text, const std::string& where) {
  const Json document = parse_json(text, where);
  return within(where, [&] {
    expect_members(document, {"schema_version", "apart", "contention"});
    const auto version = document.find("schema_version");
    if (version == document.end() || *version != rules_schema_version)
      throw Error("'schema_version': found " + describe(version == document.end() ? nullptr : &*version) +
                  ", expected " + std::to_string(rules_schema_version));
    OverlapRules rules;
    if (const auto apart = document.find("apart"); apart != document.end()) read_apart(*apart, rules);
    if (const auto contention = document.find("contention"); contention != document.end())
      read_contention(*contention, rules);
    return rules;
  });
}

OverlapRules read_rules(const std::string& path) {
  return parse_rules(read_file(path, largest_rules_file), path);
}

std::string_view first_operator(std::string_view text) {
  const std::size_t begin = text.find(") ");
  if (begin == std::string_view::npos) return {};
  const std::string_view rest = text.substr(begin + 2);
  return rest.substr(0, rest.find_first_of("{("));
}

StepOverlap step_overlap(const RecipeBook& book, const Recipe& recipe,
                         std::span<const BrickResult* const> results, const OverlapRules& rules) {
  StepOverlap overlap;
  std::vector<std::string_view> types;
  std::map<std::string_view, std::uint32_t> numbers;
  std::unordered_map<const BrickResult*, std::vector<double>> measured;
  for (std::size_t step = 0; step < recipe.steps.size(); ++step) {
    const std::string_view type = first_operator(book.bricks[recipe.steps[step].brick].text);
    const auto [number, is_new_type] = numbers.try_emplace(type, static_cast<std::uint32_t>(types.size()));
    if (is_new_type) types.push_back(type);
    overlap.type.push_back(number->second);
    const auto [slowdown, is_new] = measured.try_emplace(results[step]);
    if (is_new) slowdown->second = measured_slowdown(*results[step]);
    const std::vector<double>* ruled = rules.slowdown(type);
    overlap.slowdown.push_back(ruled != nullptr ? *ruled : slowdown->second);
  }
  keep_apart(types, rules, overlap);
  return overlap;
}

}  // namespace bricks
