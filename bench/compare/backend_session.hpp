// A measuring session on another engine: the bricks of a suite, and whole models beside them, in the same
// rounds and on the same carousels as sessions of our own (bench/session). Every run of a brick is a request
// of its own, its inputs written by the engine's program just before. The cost of a call, a model of one
// Identity, stands in every turn and is taken off; so does a small convolution as the reference.
#pragma once

#include "bench/backends/engine.hpp"
#include "bench/session/measure_session.hpp"
#include "engine/graph/graph.hpp"
#include "engine/weights/weights.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace bricks::bench {

using WriteOnnx = std::function<void(const Graph& graph, Weights& weights, const std::string& path)>;

struct BackendSessionOptions {
  Isa isa = Isa::sse42;  // of our own engine, whose outputs are expected
  int threads = 1;
  int runs = 20;
  std::uint64_t seed = 1;
};

struct BackendSession {
  SessionResult result;
  // Of each of result.ids: of the brick's outputs from those of our engine on the same inputs, as in
  // difference.hpp.
  std::vector<double> differences;
  std::string version;  // the engine's
  double call_us = 0;
};

// A model of one Identity: what an engine has to do besides computing.
Graph do_nothing();

// Throws Error for a brick or a model that the engine does not run.
BackendSession measure_on_backend(const EngineProgram& program, const Suite& suite,
                                  std::span<const BenchmarkId> ids, std::span<const Graph* const> models,
                                  const WeightsOf& weights_of, const WriteOnnx& write_onnx,
                                  const BackendSessionOptions& options, const Surroundings& surroundings);

}  // namespace bricks::bench
