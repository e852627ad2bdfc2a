#include "bench/validate/bit_for_bit.hpp"

#include "bench/validate/borrow.hpp"
#include "bench/validate/occurrence_weights.hpp"
#include "decompose/extract/wiring.hpp"
#include "engine/run/parallel.hpp"

#include <algorithm>
#include <map>
#include <memory>

namespace bricks {
namespace {

using Bytes = std::vector<std::byte>;

class Checker {
 public:
  Checker(const Graph& model, const Suite& suite, const EngineOptions& options, Weights& weights)
      : model_(model),
        suite_(suite),
        options_(options),
        weights_(weights),
        plan_(make_plan(model, plan_options(options))),
        buffers_(std::make_shared<Buffers>(plan_.arena_bytes, plan_.shared_bytes, plan_.scratch_bytes,
                                           options.threads)),
        packed_(pack_weights(plan_, weights)),
        session_(plan_, packed_, options.threads, buffers_),
        units_(cut_into_units(model, options.execution)),
        reader_(units_) {
    for (std::size_t i = 0; i < model.inputs.size(); ++i)
      session_.write_input(i, input_values(model.tensor(model.inputs[i]), options.seed + i).data());
  }

  // The model runs once, whether or not its sequences overlap: an input of a sequence is read before the
  // sequence's first unit runs, an output as soon as it is there, since later units may take their places.
  BrickCheck check(const Recipe& recipe) {
    std::vector<const RecipeStep*> steps;
    for (const RecipeStep& step : recipe.steps) steps.push_back(&step);
    std::ranges::stable_sort(steps, {}, [](const RecipeStep* step) { return step->units.first; });
    std::vector<Occurrence> running;
    auto next = steps.begin();
    for (std::uint32_t unit = 0; unit < units_.units.size(); ++unit) {
      for (; next != steps.end() && (*next)->units.first == unit; ++next) running.push_back(begin(**next));
      run_unit(unit);
      for (Occurrence& occurrence : running) read_outputs(occurrence, unit);
      std::erase_if(running, [&](const Occurrence& occurrence) {
        const Sequence units = occurrence.step->units;
        const bool ends = units.first + units.count == unit + 1;
        if (ends) compare(occurrence);
        return ends;
      });
    }
    return result_;
  }

 private:
  // A sequence while its model runs through it.
  struct Occurrence {
    const RecipeStep* step;
    Wiring wiring;
    std::vector<Bytes> inputs, outputs;
  };

  Occurrence begin(const RecipeStep& step) {
    Occurrence occurrence{&step, reader_.read(step.units), {}, {}};
    for (const TensorId id : occurrence.wiring.inputs) occurrence.inputs.push_back(plain_values(id));
    occurrence.outputs.resize(occurrence.wiring.outputs.size());
    return occurrence;
  }

  void read_outputs(Occurrence& occurrence, std::uint32_t unit) {
    for (std::size_t i = 0; i < occurrence.outputs.size(); ++i)
      if (units_.producer(occurrence.wiring.outputs[i]) == static_cast<std::int64_t>(unit))
        occurrence.outputs[i] = plain_values(occurrence.wiring.outputs[i]);
  }

  void compare(const Occurrence& occurrence) {
    const std::vector<Bytes> found = run_brick(*occurrence.step, occurrence.wiring, occurrence.inputs);
    ++result_.sequences;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (occurrence.outputs[i] == found[i]) continue;
      report_difference(*occurrence.step, i);
      return;
    }
  }

  void run_unit(std::size_t unit) {
    parallel::team(options_.threads, [&](int worker, int workers) {
      std::byte* scratch =
          buffers_->scratch.data() + buffers_->scratch_stride * static_cast<std::size_t>(worker);
      session_.run_unit(unit, {worker, workers, scratch}, buffers_->shared.data());
    });
  }

  std::vector<Bytes> run_brick(const RecipeStep& step, const Wiring& wiring,
                               const std::vector<Bytes>& inputs) {
    const Plan& plan = brick_plan(step);
    const std::span<const PlannedUnit> there(plan_.units.data() + step.units.first, step.units.count);
    const bool borrows = packs_alike(plan.units, there);
    result_.borrowing += borrows;
    OccurrenceWeights weights(model_, wiring, weights_);
    Session session(plan, borrows ? nullptr : pack_weights(plan, weights), options_.threads);
    for (std::size_t unit = 0; borrows && unit < there.size(); ++unit)
      session.bind_packed(unit, packed_->data() + there[unit].packed_offset);
    for (std::size_t i = 0; i < inputs.size(); ++i) session.write_input(i, inputs[i].data());
    session.run();
    std::vector<Bytes> outputs;
    for (std::size_t i = 0; i < plan.graph.outputs.size(); ++i) {
      outputs.emplace_back(bytes_of(plan.graph.tensor(plan.graph.outputs[i])));
      session.read_output(i, outputs.back().data());
    }
    return outputs;
  }

  const Plan& brick_plan(const RecipeStep& step) {
    auto& plan = brick_plans_[BenchmarkId{step.brick, step.variant}];
    if (!plan) plan = plan_benchmark(suite_, {step.brick, step.variant}, options_);
    return *plan;
  }

  static std::size_t bytes_of(const TensorType& type) {
    return static_cast<std::size_t>(element_count(type.shape)) * element_bytes(type.type);
  }

  Bytes plain_values(TensorId id) {
    const TensorType& type = model_.tensor(id);
    Bytes values(bytes_of(type));
    convert_layout(type, plan_.places[static_cast<std::size_t>(id)].layout, session_.tensor(id),
                   Layout::plain, values.data(), options_.isa);
    return values;
  }

  void report_difference(const RecipeStep& step, std::size_t output) {
    if (result_.different++ > 0) return;
    result_.first_difference = "units " + std::to_string(step.units.first) + " to " +
                               std::to_string(step.units.first + step.units.count - 1) + ", output " +
                               std::to_string(output) + " of brick " + suite_.bricks[step.brick].text;
  }

  const Graph& model_;
  const Suite& suite_;
  const EngineOptions& options_;
  Weights& weights_;
  Plan plan_;
  std::shared_ptr<Buffers> buffers_;
  std::shared_ptr<const Memory> packed_;
  Session session_;
  UnitGraph units_;
  WiringReader reader_;
  std::map<BenchmarkId, std::shared_ptr<const Plan>> brick_plans_;
  BrickCheck result_;
};

}  // namespace

BrickCheck check_bricks(const Graph& model, const Suite& suite, const Recipe& recipe,
                        const EngineOptions& options, Weights& weights) {
  return Checker(model, suite, options, weights).check(recipe);
}

}  // namespace bricks
