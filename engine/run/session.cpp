#include "engine/run/session.hpp"

#include "engine/error.hpp"
#include "engine/plan/arena.hpp"
#include "engine/plan/reordered_kernel.hpp"
#include "engine/run/parallel.hpp"

#include <cstring>

namespace bricks {

std::shared_ptr<const Memory> pack_weights(const Plan& plan, Weights& weights) {
  auto packed = std::make_shared<Memory>(plan.packed_bytes);
  for (const PlannedUnit& unit : plan.units) {
    if (!unit.kernel) continue;
    std::vector<const void*> raw;
    for (TensorId id : unit.weights)
      raw.push_back(id == no_tensor ? nullptr : weights.values(plan.graph, id));
    unit.kernel->pack(raw, packed->data() + unit.packed_offset);
    weights.release();
  }
  return packed;
}

Session::Session(const Plan& plan, std::shared_ptr<const Memory> packed, int threads,
                 std::shared_ptr<Buffers> buffers, std::size_t arena_offset)
    : plan_(plan),
      threads_(threads),
      packed_(std::move(packed)),
      buffers_(std::move(buffers)),
      arena_offset_(arena_offset) {
  if (threads < 1) throw Error(std::to_string(threads) + " threads, expected at least 1");
  if (!buffers_)
    buffers_ = std::make_shared<Buffers>(plan.arena_bytes, plan.shared_bytes, plan.scratch_bytes, threads);
  for (const PlannedUnit& planned : plan.units) {
    BoundUnit unit{planned.kernel.get(), {}, {}, nullptr};
    for (TensorId id : planned.inputs) unit.inputs.push_back(tensor(id));
    for (TensorId id : planned.outputs) unit.outputs.push_back(tensor(id));
    units_.push_back(std::move(unit));
  }
  if (packed_) bind_packed(packed_->data());
}

void Session::bind_packed(std::size_t unit, const std::byte* packed) { units_[unit].packed = packed; }

void Session::bind_packed(const std::byte* packed) {
  for (std::size_t i = 0; i < units_.size(); ++i) units_[i].packed = packed + plan_.units[i].packed_offset;
}

void Session::run() {
  parallel::team(threads_, [this](int worker, int workers) { run(worker, workers); });
}

void Session::run(int worker, int workers, std::vector<UnitRun>* log) {
  run_units(0, units_.size(), worker, workers, log);
}

void Session::run_units(std::size_t first, std::size_t end, int worker, int workers,
                        std::vector<UnitRun>* log) {
  const Worker self{worker, workers, scratch(worker).data()};
  for (std::size_t i = first; i < end; ++i) {
    if (!units_[i].kernel) continue;
    const std::int64_t start_ns = log ? steady_ns() : 0;
    run_unit(i, self, buffers_->shared.data());
    if (log) log->push_back({i, worker, start_ns, steady_ns()});
    parallel::barrier();
  }
}

void Session::run_unit(std::size_t index, const Worker& worker, std::byte* shared) const {
  const BoundUnit& unit = units_[index];
  if (unit.kernel) unit.kernel->run({unit.inputs.data(), unit.outputs.data(), unit.packed, shared}, worker);
}

std::span<std::byte> Session::scratch(int worker) {
  return {buffers_->scratch.data() + buffers_->scratch_stride * static_cast<std::size_t>(worker),
          plan_.scratch_bytes};
}

std::byte* Session::tensor(TensorId id) {
  return buffers_->arena.data() + arena_offset_ + plan_.places[static_cast<std::size_t>(id)].offset;
}

std::byte* Session::input(std::size_t index) { return tensor(plan_.graph.inputs[index]); }

const std::byte* Session::output(std::size_t index) const {
  return buffers_->arena.data() + arena_offset_ +
         plan_.places[static_cast<std::size_t>(plan_.graph.outputs[index])].offset;
}

void Session::write_input(std::size_t index, const void* values) {
  const TensorId id = plan_.graph.inputs[index];
  convert_layout(plan_.graph.tensor(id), Layout::plain, values,
                 plan_.places[static_cast<std::size_t>(id)].layout, tensor(id), plan_.options.isa);
}

void Session::read_output(std::size_t index, void* values) const {
  const TensorId id = plan_.graph.outputs[index];
  convert_layout(plan_.graph.tensor(id), plan_.places[static_cast<std::size_t>(id)].layout, output(index),
                 Layout::plain, values, plan_.options.isa);
}

void convert_layout(const TensorType& type, Layout from_layout, const void* from, Layout to_layout, void* to,
                    Isa isa) {
  reorder(type, from_layout, from, to_layout, to, isa, Worker{});
}

}  // namespace bricks
