#include "engine/plan/memory_planner.hpp"

#include "engine/plan/arena.hpp"
#include "engine/plan/unit_order.hpp"

#include <algorithm>
#include <optional>

namespace bricks {
namespace {

// Tensors that share memory form a block; blocks get their places by lifetime, parts of others with them.
// Step s is the s-th unit; graph inputs and outputs live throughout, so that a plan can run again and again.
class MemoryPlanner {
 public:
  explicit MemoryPlanner(Plan& plan, std::span<const Layout> layouts)
      : plan_(plan),
        graph_(plan.graph),
        layouts_(layouts),
        parts_(graph_, layouts, plan.context.input_lies_elsewhere),
        block_of_(graph_.tensors.size(), no_block) {}

  void run() {
    last_step_ = static_cast<int>(plan_.units.size());
    if (plan_.options.branches) order_.emplace(graph_, plan_.units);
    find_last_uses();
    for (std::size_t i = 0; i < graph_.inputs.size(); ++i) open_block(graph_.inputs[i], 0);
    for (int step = 0; step < static_cast<int>(plan_.units.size()); ++step) place_unit(step);
    for (TensorId id : graph_.outputs) blocks_[block(id)].last = last_step_;
    for (std::size_t i = 0; i < graph_.inputs.size(); ++i)
      if (!may_be_overwritten(i)) {
        blocks_[block(graph_.inputs[i])].first = 0;
        blocks_[block(graph_.inputs[i])].last = last_step_;
      }
    plan_.arena_bytes = order_ ? place_by_order() : place_blocks(blocks_);
    plan_.live_bytes = most_alive(blocks_);
    write_places();
  }

 private:
  static constexpr std::size_t no_block = static_cast<std::size_t>(-1);

  std::size_t& block(TensorId id) { return block_of_[static_cast<std::size_t>(id)]; }
  Layout layout(TensorId id) const { return layouts_[static_cast<std::size_t>(id)]; }
  std::size_t bytes(TensorId id) const {
    return tensor_bytes(graph_.tensor(id), layout(id), isa_info(plan_.options.isa).lanes);
  }
  bool may_be_overwritten(std::size_t input) const {
    return !plan_.context.input_may_be_overwritten.empty() && plan_.context.input_may_be_overwritten[input];
  }

  // For each memory root, the last step that reads it; views pass their uses on to their source.
  void find_last_uses() {
    last_use_.assign(graph_.tensors.size(), -1);
    last_use_of_family_.assign(graph_.tensors.size(), -1);
    readers_.resize(graph_.tensors.size());
    for (std::size_t step = 0; step < plan_.units.size(); ++step)
      for (TensorId id : plan_.units[step].inputs) {
        last_use(root(id)) = static_cast<int>(step);
        readers_[static_cast<std::size_t>(parts_.family(id))].push_back(step);
      }
    for (TensorId id : graph_.outputs) last_use(root(id)) = last_step_;
    for (std::size_t i = 0; i < graph_.inputs.size(); ++i)
      if (!may_be_overwritten(i)) last_use(graph_.inputs[i]) = last_step_;
    for (std::size_t i = 0; i < last_use_.size(); ++i) {
      int& last = last_use_of_family(static_cast<TensorId>(i));
      last = std::max(last, last_use_[i]);
    }
  }

  TensorId root(TensorId id) const { return parts_.root(id); }
  int& last_use(TensorId id) { return last_use_[static_cast<std::size_t>(id)]; }
  int& last_use_of_family(TensorId id) {
    return last_use_of_family_[static_cast<std::size_t>(parts_.family(id))];
  }

  void open_block(TensorId id, int step) {
    block(id) = blocks_.size();
    blocks_.push_back({bytes(id), step, std::max(step, last_use(id)), 0});
  }

  void place_unit(int step) {
    PlannedUnit& unit = plan_.units[static_cast<std::size_t>(step)];
    if (unit.kernel) {
      for (TensorId id : unit.outputs) {
        const TensorId source = root(id);
        if (block(source) != no_block) continue;
        const TensorId reused = overwritten_input(unit, source, step);
        if (reused == no_tensor) {
          open_block(source, step);
        } else {
          block(source) = block(root(reused));
          blocks_[block(source)].last = std::max(step, last_use(source));
        }
      }
    }
    for (LayerId id : unit.unit.layers)
      for (TensorId out : graph_.layer(id).outputs)
        if (block(root(out)) != no_block) block(out) = block(root(out));
    if (unit.kernel && place_parts(unit.unit.first())) unit.kernel.reset();
  }

  // Returns whether nothing is left to be copied.
  bool place_parts(LayerId id) {
    const Layer& layer = graph_.layer(id);
    const auto lanes = static_cast<std::size_t>(isa_info(plan_.options.isa).lanes);
    std::size_t placed = 0;
    for (const MemoryPart& part : parts_.of(id)) {
      if (part.lies_elsewhere || !fits(graph_, layouts_, part, lanes)) continue;
      lay_within(blocks_, block(root(part.part)), block(root(part.whole)), part.offset);
      ++placed;
    }
    return placed > 0 && placed == std::max(layer.inputs.size(), layer.outputs.size());
  }

  // The input whose memory the unit's output may take: dead after this step, of the same size and layout.
  TensorId overwritten_input(const PlannedUnit& unit, TensorId output, int step) {
    if (unit.outputs.size() != 1) return no_tensor;
    for (std::size_t i = 0; i < unit.inputs.size(); ++i) {
      const TensorId input = unit.inputs[i];
      const auto sharing = std::ranges::count_if(
          unit.inputs, [&](TensorId other) { return parts_.family(other) == parts_.family(input); });
      if (sharing == 1 && last_use_of_family(input) == step && !parts_.is_part(input) &&
          kernel_works_in_place(unit, i) && layout(input) == layout(output) &&
          bytes(input) == bytes(output) &&
          static_cast<const TensorType&>(graph_.tensor(input)) == graph_.tensor(output) &&
          blocks_[block(root(input))].bytes == bytes(output) && all_before(readers_of_family(input), step))
        return input;
    }
    return no_tensor;
  }

  const std::vector<std::size_t>& readers_of_family(TensorId id) const {
    return readers_[static_cast<std::size_t>(parts_.family(id))];
  }

  // Whatever runs at once, have these units all ended when `step` begins? It may be one of them.
  bool all_before(const std::vector<std::size_t>& units, int step) const {
    const auto begins = static_cast<std::size_t>(step);
    return !order_ || std::all_of(units.begin(), units.end(), [&](std::size_t unit) {
      return unit == begins || order_->before(unit, begins);
    });
  }

  // Two blocks may share memory where all units that read or write the one have ended, whatever runs at once,
  // when the first one that touches the other begins.
  std::size_t place_by_order() {
    const std::vector<std::vector<std::size_t>> users = users_of_blocks();
    // A graph's inputs are there before any unit, its outputs behind all.
    const auto apart = [&](std::size_t earlier, std::size_t later) {
      if (blocks_[earlier].last == last_step_ || blocks_[later].first == 0) return false;
      const auto first = std::min_element(users[later].begin(), users[later].end());
      return std::all_of(users[earlier].begin(), users[earlier].end(),
                         [&](std::size_t unit) { return order_->before(unit, *first); });
    };
    return place_blocks(blocks_, [&](std::size_t a, std::size_t b) {
      if (users[a].empty() || users[b].empty()) return true;
      return !apart(a, b) && !apart(b, a);
    });
  }

  // Units that read or write each block.
  std::vector<std::vector<std::size_t>> users_of_blocks() {
    std::vector<std::vector<std::size_t>> users(blocks_.size());
    const auto touch = [&](TensorId id, std::size_t unit) {
      if (block(root(id)) != no_block) users[block(root(id))].push_back(unit);
    };
    for (std::size_t unit = 0; unit < plan_.units.size(); ++unit) {
      for (const TensorId id : plan_.units[unit].inputs) touch(id, unit);
      for (const TensorId id : plan_.units[unit].outputs) touch(id, unit);
    }
    return users;
  }

  static bool kernel_works_in_place(const PlannedUnit& unit, std::size_t input) {
    return unit.kernel->works_in_place(input);
  }

  void write_places() {
    plan_.places.assign(graph_.tensors.size(), {});
    for (TensorId id = 0; id < static_cast<TensorId>(graph_.tensors.size()); ++id) {
      TensorPlace& place = plan_.places[static_cast<std::size_t>(id)];
      place.layout = layout(id);
      if (block(id) == no_block) continue;
      place.offset = blocks_[block(id)].offset;
      place.bytes = bytes(id);
    }
  }

  Plan& plan_;
  const Graph& graph_;
  std::span<const Layout> layouts_;
  MemoryParts parts_;
  int last_step_ = 0;
  std::vector<std::size_t> block_of_;
  std::vector<ArenaBlock> blocks_;
  std::vector<int> last_use_;                      // of each root
  std::vector<int> last_use_of_family_;            // of each family
  std::vector<std::vector<std::size_t>> readers_;  // of each family, in order
  std::optional<UnitOrder> order_;                 // where branches run at once
};

}  // namespace

bool fits(const Graph& graph, std::span<const Layout> layouts, const MemoryPart& part, std::size_t lanes) {
  if (part.offset % memory_alignment != 0) return false;
  if (layouts[static_cast<std::size_t>(part.whole)] == Layout::plain) return true;
  const Tensor& whole = graph.tensor(part.whole);
  const std::size_t all = tensor_bytes(whole, Layout::plain, 1);
  const std::size_t channel_block = all / static_cast<std::size_t>(whole.shape[1]) * lanes;
  const std::size_t end = part.offset + tensor_bytes(graph.tensor(part.part), Layout::plain, 1);
  return part.offset % channel_block == 0 &&
         (part.of == MemoryRun::Of::input || end % channel_block == 0 || end == all);
}

void plan_memory(Plan& plan, std::span<const Layout> layouts) { MemoryPlanner(plan, layouts).run(); }

}  // namespace bricks
