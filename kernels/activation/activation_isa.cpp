#include "kernels/activation/activation.hpp"
#include "kernels/activation/activation_algorithm.hpp"

namespace bricks::kernels {
namespace BRICKS_ISA {
namespace {

// In the order of ActivationKind.
using Apply = void (*)(const Activation&, const float*, float*, std::ptrdiff_t, std::ptrdiff_t);
using enum ActivationKind;
constexpr Apply by_kind[] = {apply_kind<identity>,   apply_kind<relu>,         apply_kind<clip>,
                             apply_kind<leaky_relu>, apply_kind<sigmoid>,      apply_kind<tanh>,
                             apply_kind<elu>,        apply_kind<hard_sigmoid>, apply_kind<hard_swish>,
                             apply_kind<silu>,       apply_kind<gelu>,         apply_kind<softplus>,
                             apply_kind<exp>,        apply_kind<sqrt>,         apply_kind<affine>};

void apply(const Activation& f, const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  by_kind[static_cast<int>(f.kind)](f, x, y, begin, end);
}

}  // namespace
}  // namespace BRICKS_ISA

template <>
const ActivationKernels ActivationTable<BRICKS_ISA::this_isa>::table = {BRICKS_ISA::apply};

}  // namespace bricks::kernels
