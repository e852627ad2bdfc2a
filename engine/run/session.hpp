// A plan bound to weights and buffers: something that runs.
//
//   Plan plan = make_plan(graph, options);
//   auto packed = pack_weights(plan, *synthetic_weights(1));
//   Session session(plan, packed, threads);
//   session.write_input(0, values);
//   session.run();
//   session.read_output(0, values);
#pragma once

#include "engine/plan/plan.hpp"
#include "engine/run/memory.hpp"
#include "engine/run/unit_log.hpp"
#include "engine/weights/weights.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace bricks {

// Packed weights of a whole plan in one block, in running order.
std::shared_ptr<const Memory> pack_weights(const Plan& plan, Weights& weights);

// Memory that executions write to. Sessions that never run at the same time may share one: bricks that are
// timed in turn then find it as warm as the units of a model find theirs.
struct Buffers {
  Buffers(std::size_t arena_bytes, std::size_t shared_bytes, std::size_t scratch_bytes, int threads)
      : arena(arena_bytes),
        shared(shared_bytes),
        scratch(scratch_bytes * static_cast<std::size_t>(threads)),
        scratch_stride(scratch_bytes) {}
  Memory arena, shared, scratch;
  std::size_t scratch_stride;  // of each thread
};

class Session {
 public:
  // plan must outlive the session. packed: of this plan or of an equal one. Every unit's packed weights are
  // taken at its packed_offset unless bound elsewhere with bind_packed(). buffers: at least what the plan
  // needs for so many threads; none: its own. The plan's arena begins arena_offset bytes, a multiple of 64,
  // behind that of the buffers.
  Session(const Plan& plan, std::shared_ptr<const Memory> packed, int threads,
          std::shared_ptr<Buffers> buffers = nullptr, std::size_t arena_offset = 0);

  // Lets unit `unit` use packed weights that lie elsewhere, e.g. in the model that a brick was cut from.
  void bind_packed(std::size_t unit, const std::byte* packed);
  // Makes all units use another block of the same layout from now on (the next weight copy).
  void bind_packed(const std::byte* packed);

  // One execution, in a team of its own.
  void run();
  // One worker's share of one execution, called by every worker of an open team; ends with a barrier. Appends
  // its share of every unit that has a kernel to log, the worker's own, where there is one.
  void run(int worker, int workers, std::vector<UnitRun>* log = nullptr);
  // The same of the units from `first` to before `end` alone.
  void run_units(std::size_t first, std::size_t end, int worker, int workers,
                 std::vector<UnitRun>* log = nullptr);

  // One unit alone; shared: plan().shared_bytes that nobody else uses meanwhile. Nothing for a unit that is a
  // view.
  void run_unit(std::size_t unit, const Worker& worker, std::byte* shared) const;

  const Plan& plan() const { return plan_; }
  int threads() const { return threads_; }

  // Where graph input or output `index` lies in the arena, in the layout of plan().places.
  std::byte* input(std::size_t index);
  const std::byte* output(std::size_t index) const;
  // What one worker's units write to beside tensors.
  std::span<std::byte> scratch(int worker);
  // Where any tensor lies that has a place.
  std::byte* tensor(TensorId id);

  // Converts from and to the plain layout; not meant to be timed. Values are float32 or what the tensor's
  // type says.
  void write_input(std::size_t index, const void* values);
  void read_output(std::size_t index, void* values) const;

 private:
  struct BoundUnit {
    const UnitKernel* kernel;
    std::vector<const void*> inputs;
    std::vector<void*> outputs;
    const std::byte* packed;
  };

  const Plan& plan_;
  int threads_;
  std::shared_ptr<const Memory> packed_;
  std::shared_ptr<Buffers> buffers_;
  std::size_t arena_offset_;
  std::vector<BoundUnit> units_;
};

// Converts a tensor between the layouts; from and to may not overlap.
void convert_layout(const TensorType& type, Layout from_layout, const void* from, Layout to_layout, void* to,
                    Isa isa);

}  // namespace bricks
