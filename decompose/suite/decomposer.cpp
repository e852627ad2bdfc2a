#include "decompose/suite/decomposer.hpp"

#include "decompose/extract/extract.hpp"
#include "decompose/identity/canonical_text.hpp"
#include "decompose/identity/layer_words.hpp"
#include "decompose/suite/order.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

namespace bricks {
namespace {

std::vector<Finding> most_frequent_first(const std::map<LastTouch, std::uint64_t>& executions) {
  std::vector<Finding> findings;
  for (const auto& [touch, count] : executions) findings.push_back({count, touch});
  std::ranges::stable_sort(findings, std::ranges::greater(), &Finding::executions);
  return findings;
}

}  // namespace

// One model on its way through the decomposer.
class Decomposer::ModelReader {
 public:
  ModelReader(Decomposer& decomposer, const Graph& graph)
      : decomposer_(decomposer),
        suite_(decomposer.suite_),
        model_(cut_into_units(graph, suite_.options.execution)),
        wiring_(model_),
        contexts_(model_) {}

  Recipe read(const std::string& name) {
    const Graph& graph = *model_.graph;
    recipe_.model = name;
    recipe_.layers = static_cast<std::int64_t>(graph.layers.size());
    recipe_.units = static_cast<std::int64_t>(model_.units.size());
    recipe_.macs = total_macs(graph);
    recipe_.parameters = total_parameters(graph);
    recipe_.footprint = contexts_.footprint();
    const std::vector<std::uint32_t> starts = chain_starts(model_, ChainRule::edges);
    const SuiteOptions& options = suite_.options;
    const std::vector<Sequence> sequences = options.overlap
                                                ? overlapping_sequences(starts, options.granularity)
                                                : split_model(starts, options.granularity);
    recipe_.steps.reserve(sequences.size());
    step_of_.resize(model_.units.size());
    for (const Sequence& sequence : sequences) add_step(sequence);
    record_footprints();
    return std::move(recipe_);
  }

 private:
  struct Use {
    std::uint64_t copies = 0, output_place = 0;
    std::map<LastTouch, std::uint64_t> findings = {};  // executions of each
  };

  void add_step(const Sequence& sequence) {
    const Wiring& wiring = wiring_.read(sequence);
    const std::uint32_t brick = brick_id(wiring);
    const std::uint32_t variant = variant_id(brick, contexts_.variant(sequence, wiring));
    if (!suite_.options.overlap) add_edges(sequence, wiring);
    recipe_.steps.push_back({brick, decomposer_.places_[variant].variant, sequence});
    Use& use = uses_[variant];
    if (use.copies++ == 0) use.output_place = contexts_.output_place(wiring);
    ++use.findings[contexts_.last_touch(sequence, wiring)];
  }

  std::uint32_t brick_id(const Wiring& wiring) {
    sequence_words_.assign(1, wiring.layers.size());
    for (LayerId layer : wiring.layers) sequence_words_.push_back(decomposer_.layer_id(*model_.graph, layer));
    sequence_words_.insert(sequence_words_.end(), wiring.words.begin(), wiring.words.end());
    const auto [id, is_new] = decomposer_.bricks_.intern(sequence_words_);
    if (is_new) {
      Graph brick = extract(model_, wiring);
      suite_.bricks.push_back({canonical_text(brick), std::move(brick), {}});
    } else {
      merge_biases(suite_.bricks[id].graph, model_, wiring);
    }
    return id;
  }

  std::uint32_t variant_id(std::uint32_t brick, const PlanContext& context) {
    std::vector<std::uint64_t>& words = decomposer_.words_;
    words.assign(1, brick);
    for (Layout layout : context.input_layouts) words.push_back(static_cast<std::uint64_t>(layout));
    for (Layout layout : context.output_layouts) words.push_back(static_cast<std::uint64_t>(layout));
    for (bool overwritten : context.input_may_be_overwritten) words.push_back(overwritten ? 1 : 0);
    for (bool elsewhere : context.input_lies_elsewhere) words.push_back(elsewhere ? 1 : 0);
    const auto [id, is_new] = decomposer_.variants_.intern(words);
    if (is_new) {
      std::vector<BrickVariant>& variants = suite_.bricks[brick].variants;
      decomposer_.places_.push_back({brick, static_cast<std::uint32_t>(variants.size())});
      variants.push_back({context, {}});
    }
    return id;
  }

  void add_edges(const Sequence& sequence, const Wiring& wiring) {
    const auto step = static_cast<std::uint32_t>(recipe_.steps.size());
    const std::size_t before = recipe_.edges.size();
    for (TensorId id : wiring.inputs)
      if (const std::int64_t unit = model_.producer(id); unit >= 0)
        recipe_.edges.emplace_back(step_of_[static_cast<std::size_t>(unit)], step);
    const auto added = recipe_.edges.begin() + static_cast<std::ptrdiff_t>(before);
    std::sort(added, recipe_.edges.end());
    recipe_.edges.erase(std::unique(added, recipe_.edges.end()), recipe_.edges.end());
    std::fill_n(step_of_.begin() + sequence.first, sequence.count, step);
  }

  void record_footprints() {
    for (const auto& [variant, use] : uses_) {
      Footprint footprint = recipe_.footprint;
      footprint.weight_copies = use.copies;
      footprint.output_place = use.output_place;
      footprint.findings = most_frequent_first(use.findings);
      const Place place = decomposer_.places_[variant];
      std::vector<Footprint>& known = suite_.bricks[place.brick].variants[place.variant].footprints;
      const auto at = std::lower_bound(known.begin(), known.end(), footprint);
      if (at == known.end() || *at != footprint) known.insert(at, footprint);
    }
  }

  Decomposer& decomposer_;
  Suite& suite_;
  UnitGraph model_;
  WiringReader wiring_;
  ContextReader contexts_;
  Recipe recipe_;
  std::vector<std::uint32_t> step_of_;           // of every unit
  std::unordered_map<std::uint32_t, Use> uses_;  // of every variant
  std::vector<std::uint64_t> sequence_words_;
};

Decomposer::Decomposer(const SuiteOptions& options) {
  if (options.granularity < 1)
    throw Error("G is " + std::to_string(options.granularity) + ", expected at least 1");
  suite_.options = options;
}

void Decomposer::add(const std::string& name, const Graph& model) {
  if (!names_.insert(name).second) throw Error("model '" + name + "' is given twice");
  suite_.recipes.push_back(ModelReader(*this, model).read(name));
}

std::uint32_t Decomposer::layer_id(const Graph& graph, LayerId layer) {
  words_.clear();
  append_layer_words(graph, graph.layer(layer), words_);
  return layers_.intern(words_).id;
}

Suite Decomposer::finish() {
  Suite suite = std::move(suite_);
  *this = Decomposer(suite.options);
  sort_bricks(suite);
  return suite;
}

}  // namespace bricks
