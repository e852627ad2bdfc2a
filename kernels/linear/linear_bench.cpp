#include "kernels/linear/linear.hpp"
#include "tests/support/kernel_bench.hpp"

#include <algorithm>

namespace bricks::test {
namespace {

// Weights are read from memory beyond the caches: copies in turn, 512 MiB of them.
void bench_problem(const BenchSettings& settings, const std::string& name, const kernels::LinearProblem& p) {
  const kernels::LinearGeometry g = kernels::linear_geometry(p, settings.isa);
  const std::ptrdiff_t copies = std::max<std::ptrdiff_t>(1, (std::ptrdiff_t{128} << 20) / g.weight_floats);
  AlignedFloats x(p.batch * p.in), weights(g.weight_floats * copies), bias(g.bias_floats), y(p.batch * p.out);
  std::vector<std::ptrdiff_t> turn(static_cast<std::size_t>(settings.threads));
  const double bytes = 4.0 * static_cast<double>(g.weight_floats);
  bench(settings, {name, bytes, Peak::read_bandwidth, [&](int thread) {
                     const std::ptrdiff_t copy = turn[static_cast<std::size_t>(thread)]++ % copies;
                     kernels::linear_run(
                         g, {x.data(), weights.data() + copy * g.weight_floats, bias.data(), y.data()},
                         g.panels * thread / settings.threads, g.panels * (thread + 1) / settings.threads);
                   }});
}

void bench_all(const BenchSettings& settings, const std::string& filter) {
  const std::pair<const char*, kernels::LinearProblem> problems[] = {
      {"linear 25088->4096", {1, 25088, 4096}}, {"linear 4096->4096", {1, 4096, 4096}},
      {"linear 4096->1000", {1, 4096, 1000}},   {"linear 2048->1000", {1, 2048, 1000}},
      {"linear 49x768->3072", {49, 768, 3072}}, {"linear 196x384->1536", {196, 384, 1536}},
  };
  for (const auto& [name, problem] : problems)
    if (std::string(name).find(filter) != std::string::npos) bench_problem(settings, name, problem);
}

const RegisterBench registered(bench_all);

}  // namespace
}  // namespace bricks::test
