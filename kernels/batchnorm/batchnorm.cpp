#include "kernels/batchnorm/batchnorm.hpp"

#include <cmath>

namespace bricks::kernels {

void fold_batch_normalization(const float* gamma, const float* beta, const float* mean, const float* variance,
                              double epsilon, std::ptrdiff_t channels, float* scale, float* shift) {
  for (std::ptrdiff_t c = 0; c < channels; ++c) {
    const double factor = gamma[c] / std::sqrt(variance[c] + epsilon);
    scale[c] = static_cast<float>(factor);
    shift[c] = static_cast<float>(beta[c] - mean[c] * factor);
  }
}

}  // namespace bricks::kernels
