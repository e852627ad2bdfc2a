#include "engine/tuning/tuning.hpp"

#include "engine/error.hpp"
#include "engine/plan/plan.hpp"
#include "engine/tuning/conv_text.hpp"

#include <iterator>

namespace bricks {
namespace {

using kernels::ConvAlgorithm;
using kernels::ConvSplit;

constexpr struct {
  ConvAlgorithm algorithm;
  std::string_view name;
} algorithm_names[] = {
    {ConvAlgorithm::direct, "direct"},           {ConvAlgorithm::planes, "planes"},
    {ConvAlgorithm::sliding, "sliding"},         {ConvAlgorithm::few_outputs, "few_outputs"},
    {ConvAlgorithm::winograd_f2, "winograd_f2"}, {ConvAlgorithm::winograd_f4, "winograd_f4"},
    {ConvAlgorithm::strassen, "strassen"},       {ConvAlgorithm::strassen_2, "strassen_2"}};

bool same_split(const ConvSplit& a, const ConvSplit& b) { return a.rows == b.rows && a.tiles == b.tiles; }

std::string table_kind(Isa isa, bool strict) {
  return std::string(isa_info(isa).name) + (strict ? ", strict" : "");
}

}  // namespace

std::string_view conv_algorithm_name(ConvAlgorithm algorithm) {
  for (const auto& each : algorithm_names)
    if (each.algorithm == algorithm) return each.name;
  return "automatic";
}

std::string split_name(const ConvSplit& split) {
  return std::to_string(split.rows) + "x" + std::to_string(split.tiles);
}

std::optional<ConvAlgorithm> conv_algorithm_from_name(std::string_view name) {
  for (const auto& each : algorithm_names)
    if (each.name == name) return each.algorithm;
  return std::nullopt;
}

std::vector<ConvAlgorithm> conv_candidates(const kernels::ConvProblem& problem, Isa isa, bool strict) {
  std::vector<ConvAlgorithm> candidates;
  for (const auto& each : algorithm_names) {
    if (strict && kernels::is_less_accurate(each.algorithm)) continue;
    if (kernels::conv_algorithm(problem, isa, {.algorithm = each.algorithm}) == each.algorithm)
      candidates.push_back(each.algorithm);
  }
  return candidates;
}

std::vector<ConvSplit> split_candidates(const kernels::ConvProblem& problem, ConvAlgorithm algorithm, Isa isa,
                                        int threads) {
  const kernels::ConvGeometry geometry = kernels::conv_geometry(problem, isa, {.algorithm = algorithm});
  std::vector<ConvSplit> candidates = {kernels::conv_split(geometry, threads)};
  for (int rows = 1; rows <= threads; ++rows) {
    const ConvSplit split{rows, threads / rows};
    if (threads % rows == 0 && split.rows <= geometry.rows && split.tiles <= geometry.tiles &&
        !same_split(split, candidates.front()))
      candidates.push_back(split);
  }
  return candidates;
}

const TunedConv* find_tuned(const Tuning& tuning, const kernels::ConvProblem& problem) {
  const auto found = tuning.convolutions.find(conv_text(problem));
  return found == tuning.convolutions.end() ? nullptr : &found->second;
}

ConvAlgorithm tuned_algorithm(const Tuning& tuning, const kernels::ConvProblem& problem) {
  const TunedConv* found = find_tuned(tuning, problem);
  return found == nullptr ? ConvAlgorithm::automatic : found->algorithm;
}

ConvAlgorithm cost_model_algorithm(const kernels::ConvProblem& problem, Isa isa, bool strict) {
  return kernels::conv_algorithm(problem, isa, {.strict = strict});
}

std::string tuned_otherwise(const Tuning& tuning, const TunedConv& conv) {
  std::string text;
  if (conv.algorithm != cost_model_algorithm(conv.problem, tuning.isa, tuning.strict))
    text = conv_algorithm_name(conv.algorithm);
  if (!conv.split) return text;
  const kernels::ConvGeometry geometry =
      kernels::conv_geometry(conv.problem, tuning.isa, {.algorithm = conv.algorithm});
  if (!same_split(*conv.split, kernels::conv_split(geometry, tuning.threads)))
    text += (text.empty() ? "" : " ") + split_name(*conv.split);
  return text;
}

std::size_t changed_convolutions(const Tuning& tuning) {
  std::size_t changed = 0;
  for (const auto& [text, conv] : tuning.convolutions) changed += !tuned_otherwise(tuning, conv).empty();
  return changed;
}

std::string tuned_units(const Plan& plan) {
  std::string text;
  if (!plan.options.tuning) return text;
  const Tuning& table = *plan.options.tuning;
  for (std::size_t i = 0; i < plan.units.size(); ++i) {
    const auto& kernel = plan.units[i].kernel;
    const kernels::ConvProblem* problem = kernel ? kernel->convolution() : nullptr;
    const TunedConv* tuned = problem != nullptr ? find_tuned(table, *problem) : nullptr;
    const std::string otherwise = tuned != nullptr ? tuned_otherwise(table, *tuned) : "";
    if (!otherwise.empty()) text += (text.empty() ? "" : ", ") + std::to_string(i) + "=" + otherwise;
  }
  return text;
}

void expect_tuning_of(const Tuning& tuning, Isa isa, bool strict) {
  if (tuning.isa == isa && tuning.strict == strict) return;
  throw Error("found a tuning table for " + table_kind(tuning.isa, tuning.strict) + ", expected one for " +
              table_kind(isa, strict));
}

}  // namespace bricks
