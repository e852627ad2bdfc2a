#include "engine/optimise/chains.hpp"

namespace bricks {
namespace {

class Chains {
 public:
  Chains(const Graph& graph, const std::vector<std::size_t>& group_of, std::vector<FusionGroup>& groups)
      : graph_(graph), group_of_(group_of), groups_(groups) {}

  // The longest chain that begins with a group.
  void join_at(std::size_t first) {
    std::vector<std::size_t> members = {first};
    while (members.size() < Op::longest_chain && extend(members)) continue;
    for (; members.size() > 1; members.pop_back())
      if (runs_better(members)) return join(members);
  }

 private:
  const Layer& head(std::size_t group) const { return graph_.layer(groups_[group].unit.first()); }

  // Only the last one of a chain may add a residual.
  bool extend(std::vector<std::size_t>& members) const {
    const FusionGroup& last = groups_[members.back()];
    if (last.unit.layers.empty() || last.adds_residual || last.tail == no_tensor) return false;
    const LayerId next = only_consumer(graph_, last.tail);
    if (next == no_layer) return false;
    const std::size_t group = group_of_[static_cast<std::size_t>(next)];
    const Unit& unit = groups_[group].unit;
    if (unit.layers.empty() || unit.first() != next || graph_.layer(next).inputs[0] != last.tail)
      return false;
    members.push_back(group);
    return true;
  }

  bool runs_better(const std::vector<std::size_t>& members) const {
    std::vector<ChainLink> links;
    for (std::size_t group : members) {
      const Layer& layer = head(group);
      links.push_back({*layer.op, input_types(graph_, layer), graph_.tensor(layer.outputs[0])});
    }
    return head(members[0]).op->chains(links);
  }

  void join(const std::vector<std::size_t>& members) {
    FusionGroup& first = groups_[members[0]];
    for (std::size_t i = 1; i < members.size(); ++i) {
      FusionGroup& member = groups_[members[i]];
      std::vector<LayerId>& layers = first.unit.layers;
      first.unit.stages.push_back(layers.size() + member.unit.stages[0]);
      layers.insert(layers.end(), member.unit.layers.begin(), member.unit.layers.end());
      member.unit.layers.clear();
    }
  }

  const Graph& graph_;
  const std::vector<std::size_t>& group_of_;
  std::vector<FusionGroup>& groups_;
};

}  // namespace

LayerId only_consumer(const Graph& graph, TensorId id) {
  const Tensor& tensor = graph.tensor(id);
  return tensor.consumers.size() == 1 && !is_graph_output(graph, id) ? tensor.consumers[0] : no_layer;
}

void join_chains(const Graph& graph, const std::vector<std::size_t>& group_of,
                 std::vector<FusionGroup>& groups) {
  Chains chains(graph, group_of, groups);
  for (std::size_t group = 0; group < groups.size(); ++group) chains.join_at(group);
}

}  // namespace bricks
