#include "bench/session/model_run.hpp"

#include "compose/statistics/random.hpp"
#include "engine/error.hpp"

namespace bricks {
namespace {

constexpr std::int64_t part_macs = 250'000'000;

// At least one; the last one may have less.
std::vector<std::size_t> part_ends(const Plan& plan) {
  std::vector<std::size_t> ends;
  std::int64_t macs = 0;
  for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
    for (const LayerId layer : plan.units[unit].unit.layers)
      macs += layer_macs(plan.graph, plan.graph.layer(layer));
    if (macs < part_macs) continue;
    ends.push_back(unit + 1);
    macs = 0;
  }
  if (ends.empty() || ends.back() != plan.units.size()) ends.push_back(plan.units.size());
  return ends;
}

}  // namespace

std::vector<std::byte> input_values(const TensorType& type, std::uint64_t seed) {
  const auto count = static_cast<std::size_t>(element_count(type.shape));
  std::vector<std::byte> values(count * element_bytes(type.type));
  if (type.type != ElementType::float32) return values;
  SplitMix random(seed);
  float* floats = reinterpret_cast<float*>(values.data());
  // Uniform in [-2, 2): of order one, as the synthetic weights expect it.
  for (std::size_t i = 0; i < count; ++i)
    floats[i] = static_cast<float>(random.below(1 << 16)) / 16384.0f - 2.0f;
  return values;
}

ModelRun::ModelRun(const Graph& model, const EngineOptions& options, Weights& weights, bool branches) {
  within("model " + model.name, [&] {
    PlanOptions plan = plan_options(options);
    plan.branches = branches;
    plan_ = std::make_unique<const Plan>(make_plan(model, plan));
    packed_ = pack_weights(*plan_, weights);
  });
  session_ = std::make_unique<Session>(*plan_, packed_, options.threads);
  part_ends_ = part_ends(*plan_);
  for (std::size_t i = 0; i < model.inputs.size(); ++i)
    session_->write_input(i, input_values(model.tensor(model.inputs[i]), options.seed + i).data());
}

}  // namespace bricks
