// One run of a model on given arrays.
#pragma once

#include "bench/infer/npy.hpp"
#include "engine/plan/plan.hpp"
#include "engine/weights/weights.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bricks {

struct NamedArray {
  std::string name;
  NpyArray array;
};

// The model's outputs, in its order. Throws Error for an input that is missing, unknown, or of another shape
// or type.
std::vector<NamedArray> infer(const Graph& graph, Weights& weights,
                              const std::map<std::string, NpyArray>& inputs, const PlanOptions& options,
                              int threads);

// Positions and values of the `count` largest elements of a float array, largest first.
std::vector<std::pair<std::size_t, float>> top(const NpyArray& array, std::size_t count);

// A tensor's name as a file name: letters, digits, '.', '_' and '-' stay, all else becomes '_'.
std::string file_name(const std::string& tensor);

}  // namespace bricks
