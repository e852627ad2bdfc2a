// What conv_geometry and transposed_geometry share.
#pragma once

#include "kernels/conv/conv.hpp"

namespace bricks::kernels {

// Rows of the work grid: of the image always, or the runs of a flat map where that is possible.
enum class RowsOf : unsigned char { image, image_or_runs };

void fill_strides(ConvGeometry& g);
ConvGeometry ordinary_geometry(const ConvProblem& problem, Isa isa, const ConvOptions& options, RowsOf rows);

}  // namespace bricks::kernels
