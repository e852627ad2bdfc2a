// A measuring session on another engine: the bricks of a suite, and whole models beside them, in the same
// rounds and on the same carousels as sessions of our own (bench/session). Every run of a brick is a request
// of its own, its inputs written by the engine's program just before. The cost of a call, a model of one
// Identity, stands in every turn and is taken off; so does a small convolution as the reference.
#pragma once

#include "bench/compare/backend_bricks.hpp"

#include <span>

namespace bricks::bench {

// options: their ISA is that of our own engine, whose outputs are expected. The result's empty_ns is the cost
// of a call. Throws Error for a brick or a model that the engine does not run.
SessionResult measure_on_backend(const EngineProgram& program, const Suite& suite,
                                 std::span<const BenchmarkId> ids, std::span<const Graph* const> models,
                                 const WeightsOf& weights_of, const WriteOnnx& write_onnx,
                                 const SessionOptions& options, const Surroundings& surroundings);

}  // namespace bricks::bench
