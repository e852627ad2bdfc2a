// The algorithms behind conv_run, one table for each: conv_run chooses by ConvGeometry::algorithm and layout
// of the input.
#pragma once

#include "kernels/conv/conv.hpp"
#include "kernels/isa/dispatch.hpp"

namespace bricks::kernels {

struct ConvKernel {
  void (*run)(const ConvGeometry& g, const ConvArguments& a, const ConvRange& range, void* scratch);
};

template <Isa>
struct DirectTable {
  static const ConvKernel table;
};
template <Isa>
struct StemTable {  // direct, plain input
  static const ConvKernel table;
};
template <Isa>
struct PlanesTable {
  static const ConvKernel table;
};

template <Isa>
struct SlidingTable {
  static const ConvKernel table;
};

template <Isa>
struct FewOutputsKernelTable {
  static const ConvKernel table;
};

template <Isa>
struct WinogradTable {
  static const ConvKernel table;
};

template <Isa>
struct StrassenTable {
  static const ConvKernel table;
};

}  // namespace bricks::kernels
