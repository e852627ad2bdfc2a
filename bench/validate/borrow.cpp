#include "bench/validate/borrow.hpp"

#include <algorithm>
#include <string_view>
#include <typeinfo>

namespace bricks {
namespace {

bool same_weights(const std::vector<TensorId>& a, const std::vector<TensorId>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](TensorId x, TensorId y) { return (x == no_tensor) == (y == no_tensor); });
}

bool same_kernel(const UnitKernel& a, const UnitKernel& b) {
  return typeid(a) == typeid(b) && std::string_view(a.algorithm()) == b.algorithm() &&
         a.packed_bytes() == b.packed_bytes();
}

bool alike(const PlannedUnit& a, const PlannedUnit& b) {
  if (!a.kernel || !b.kernel) return !a.kernel && !b.kernel;
  return same_kernel(*a.kernel, *b.kernel) && same_weights(a.weights, b.weights);
}

}  // namespace

bool packs_alike(std::span<const PlannedUnit> brick, std::span<const PlannedUnit> model) {
  return std::equal(brick.begin(), brick.end(), model.begin(), model.end(), alike);
}

}  // namespace bricks
