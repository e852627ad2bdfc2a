// What conv_geometry, transposed_geometry and conv_chain share.
#pragma once

#include "kernels/conv/conv.hpp"
#include "kernels/isa/core.hpp"

namespace bricks::kernels {

// Rows of the work grid: of the image always, or the runs of a flat map where that is possible.
enum class RowsOf : unsigned char { image, image_or_runs };

// A block stride that is a multiple of 4 KiB puts a pixel's channel blocks into one set of L1: one more pixel
// moves them.
constexpr std::ptrdiff_t without_aliasing(std::ptrdiff_t floats, std::ptrdiff_t pixel) {
  return floats % 1024 == 0 ? floats + pixel : floats;
}

// An odd number of cache lines (of c floats), so that the planes of one transformed tensor, of Winograd's
// points or Strassen's products, start in different sets of the caches.
constexpr std::ptrdiff_t plane_floats(std::ptrdiff_t vectors, std::ptrdiff_t lanes) {
  return (vectors | 1) * lanes;
}

// Whether an output map (and the residual's) is one row of pixels without gaps; whether an input map is, of
// whose pixels each output pixel has one.
bool writes_flat_maps(const ConvGeometry& g);
bool reads_flat_maps(const ConvGeometry& g);

bool is_padded(const ConvProblem& problem);
void fill_strides(ConvGeometry& g);
ConvGeometry ordinary_geometry(const ConvProblem& problem, Isa isa, const ConvOptions& options, RowsOf rows);

// What is expected to be fastest of the direct method, Winograd's and Strassen's; strict ones if g's options
// ask for them. Depends on the problem and the core alone, so that a result has the same bits on any number
// of threads.
ConvAlgorithm fastest_algorithm(const ConvGeometry& g, const Core& core);

}  // namespace bricks::kernels
