// How much of the memory a session may take for weights and buffers.
#pragma once

#include <cstddef>
#include <optional>

namespace bricks {

// Bytes that models and bricks that are measured together may take; none: what the largest model needs with
// its bricks, and no more.
using MemoryBound = std::optional<std::size_t>;

}  // namespace bricks
