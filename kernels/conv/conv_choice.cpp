#include "kernels/conv/cost.hpp"
#include "kernels/conv/geometry.hpp"
#include "kernels/iteration/divide.hpp"
#include "kernels/strassen/strassen.hpp"
#include "kernels/winograd/winograd.hpp"

namespace bricks::kernels {

ConvAlgorithm fastest_algorithm(const ConvGeometry& g, const Core& core) {
  const ConvProblem& p = g.problem;
  AlgorithmCost best{
      ConvAlgorithm::direct,
      direct_cycles(static_cast<double>(p.batch * g.out_h * g.out_w),
                    static_cast<double>(p.kernel_h * p.kernel_w), static_cast<double>(p.in_channels),
                    static_cast<double>(divide_up(p.out_channels, core.lanes)), core)};
  if (winograd_applies(p)) best = cheaper(best, winograd_cost(p, g.out_h, g.out_w, core, g.options.strict));
  if (!g.options.strict && strassen_applies(g, ConvAlgorithm::strassen))
    best = cheaper(best, strassen_cost(g, core));
  return best.algorithm;
}

}  // namespace bricks::kernels
