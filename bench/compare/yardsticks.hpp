// Small models that run beside the bricks of a session on another engine.
#pragma once

#include "engine/graph/graph.hpp"

namespace bricks::bench {

// A model of one Identity: what an engine has to do besides computing.
Graph do_nothing();

// One convolution, always the same work, about 7 million multiply-adds: tells whether the machine stayed the
// same.
Graph reference_model();

}  // namespace bricks::bench
