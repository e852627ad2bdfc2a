// Values are uniform random numbers (recipe.hpp) whose range follows from an analysis of the graph
// (analysis.hpp): mean and variance of every tensor are estimated from the inputs on (signal.hpp, rules.hpp),
// and every convolution, matrix product and normalisation gets weights with which its output has E[y^2] = 1.
// Errors of the estimate do not add up over layers with a normalisation of their own, and stay small over the
// others, as products' variances are exact in expectation.
#include "engine/weights/analysis.hpp"
#include "engine/weights/weights.hpp"

#include <list>
#include <memory>

namespace bricks {
namespace {

// Equal for all that the analysis sees. Operators are immutable and kept alive by the copy, so their
// addresses tell.
bool same_structure(const Graph& a, const Graph& b) {
  const auto same_layer = [](const Layer& x, const Layer& y) {
    return x.op == y.op && x.inputs == y.inputs && x.outputs == y.outputs;
  };
  const auto same_tensor = [](const Tensor& x, const Tensor& y) {
    return x.weight == y.weight && x.type == y.type && x.shape == y.shape;
  };
  return std::equal(a.layers.begin(), a.layers.end(), b.layers.begin(), b.layers.end(), same_layer) &&
         std::equal(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), b.tensors.end(), same_tensor) &&
         a.inputs == b.inputs;
}

class SyntheticWeights final : public Weights {
 public:
  explicit SyntheticWeights(std::uint64_t seed) : seed_(seed) {}

  const void* values(const Graph& graph, TensorId id) override {
    if (seen_ != &graph) analyse(graph);
    const Tensor& tensor = graph.tensor(id);
    // Not cleared first: a value is written once.
    buffers_.push_back(std::make_unique_for_overwrite<std::byte[]>(tensor_bytes(tensor, Layout::plain, 1)));
    fill(recipes_[static_cast<std::size_t>(id)], stream_key(seed_, tensor.name), tensor,
         buffers_.back().get());
    return buffers_.back().get();
  }

  void release() override {
    buffers_.clear();
    seen_ = nullptr;
  }

 private:
  void analyse(const Graph& graph) {
    if (recipes_.empty() || !same_structure(graph_, graph)) {
      recipes_ = analyse_weights(graph).recipes;
      graph_ = graph;
    }
    seen_ = &graph;
  }

  std::uint64_t seed_;
  Graph graph_;                  // that recipes_ are for
  const Graph* seen_ = nullptr;  // the caller's, since it was compared with graph_
  std::vector<WeightRecipe> recipes_;
  std::list<std::unique_ptr<std::byte[]>> buffers_;
};

}  // namespace

std::unique_ptr<Weights> synthetic_weights(std::uint64_t seed) {
  return std::make_unique<SyntheticWeights>(seed);
}

}  // namespace bricks
