// Whose core has which bytes of a tensor in its caches. Where two cores share no cache, taking over a line
// that the other one touched last costs a unit up to six times its time: cyclegan's Pad 0.55 ms instead of
// 0.09, as its output goes where the convolution before has read.
//
// How many workers there are, what instruction set they use and how the engine shares out a convolution is
// not known here; the rule below is that of engine and kernels for two workers, rounded off.
#pragma once

#include "decompose/split/unit_graph.hpp"

#include <cstdint>
#include <string_view>

namespace bricks {

enum class Spread : std::uint8_t {
  pieces,  // every worker has one run of bytes: some channels
  rows,    // every worker has some rows of every channel
  shared,  // every worker has read all of it
  first,   // the first worker has all of it
};

std::string_view spread_name(Spread spread);
// Throws Error for what is none.
Spread spread_from_name(std::string_view name);

// How unit `unit` reads a tensor, and how it writes its outputs.
Spread read_spread(const UnitGraph& model, std::size_t unit, TensorId id);
Spread written_spread(const UnitGraph& model, std::size_t unit);

}  // namespace bricks
