#include "bench/measure/rotation.hpp"

#include <algorithm>
#include <numeric>

namespace bricks {

Rotation::Rotation(std::vector<std::int64_t> weights)
    : weights_(std::move(weights)),
      credits_(weights_.size()),
      sum_(std::accumulate(weights_.begin(), weights_.end(), std::int64_t{0})) {}

std::size_t Rotation::next() {
  for (std::size_t i = 0; i < credits_.size(); ++i) credits_[i] += weights_[i];
  const auto most = std::ranges::max_element(credits_);
  *most -= sum_;
  return static_cast<std::size_t>(most - credits_.begin());
}

}  // namespace bricks
