#include "kernels/batchnorm/batchnorm.hpp"
#include "kernels/elementwise/binary.hpp"
#include "kernels/elementwise/unary.hpp"
#include "tests/support/kernel_bench.hpp"

#include <array>

namespace bricks::test {
namespace {

using kernels::BinaryFunction;
using kernels::UnaryFunction;

struct Feature {
  const char* name;
  std::ptrdiff_t channels, pixels;
  std::ptrdiff_t floats() const { return channels * pixels; }
};
const Feature features[] = {
    {"64x8x8", 64, 64}, {"512x7x7", 512, 49}, {"64x28x28", 64, 784}, {"256x56x56", 256, 3136}};

// One case in blocked layout: `run(begin, end)` over `work` units, moving `tensors` times the feature map.
template <class Run>
void bench_case(const BenchSettings& settings, const std::string& filter, const std::string& name,
                const Feature& f, int tensors, std::ptrdiff_t work, Run run) {
  const std::string full = name + " " + f.name;
  if (full.find(filter) == std::string::npos) return;
  bench(settings, {full, 4.0 * static_cast<double>(f.floats() * tensors), Peak::copy, [&](int thread) {
                     run(work * thread / settings.threads, work * (thread + 1) / settings.threads);
                   }});
}

void bench_unary(const BenchSettings& settings, const std::string& filter, const Feature& f) {
  const std::pair<const char*, UnaryFunction> functions[] = {
      {"relu", UnaryFunction::relu}, {"sigmoid", UnaryFunction::sigmoid},   {"tanh", UnaryFunction::tanh},
      {"exp", UnaryFunction::exp},   {"log", UnaryFunction::log},           {"gelu", UnaryFunction::gelu},
      {"elu", UnaryFunction::elu},   {"softplus", UnaryFunction::softplus}, {"sqrt", UnaryFunction::sqrt},
      {"silu", UnaryFunction::silu}};
  AlignedFloats x(f.floats()), y(f.floats());
  for (std::ptrdiff_t i = 0; i < f.floats(); ++i) x.data()[i] = static_cast<float>(i % 37) * 0.1f;
  for (const auto& [name, function] : functions)
    bench_case(settings, filter, name, f, 2, f.floats(),
               [&, function = function](std::ptrdiff_t begin, std::ptrdiff_t end) {
                 kernels::unary_kernels(settings.isa)[function](x.data(), y.data(), {.alpha = 0.5f}, begin,
                                                                end);
               });
}

void bench_binary(const BenchSettings& settings, const std::string& filter, const Feature& f) {
  const std::ptrdiff_t lanes = isa_info(settings.isa).lanes;
  const std::array<std::ptrdiff_t, 3> sizes = {f.channels / lanes, f.pixels, lanes},
                                      channel = {f.channels / lanes, 1, lanes};
  const std::array<std::ptrdiff_t, 2> plain = {f.channels, f.pixels}, plain_channel = {f.channels, 1};
  const std::array<std::ptrdiff_t, 2> short_rows = {f.channels * f.pixels / 8, 8}, short_row = {1, 8};
  AlignedFloats a(f.floats()), b(f.floats()), y(f.floats());
  const auto run = [&](const char* name, int tensors, BinaryFunction function,
                       const kernels::BinaryNest& nest) {
    bench_case(settings, filter, name, f, tensors, f.floats(), [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
      kernels::binary_kernels(settings.isa)[function](
          nest, a.data(), b.data(), y.data(), {.activation = {kernels::ActivationKind::relu}}, begin, end);
    });
  };
  run("add+relu", 3, BinaryFunction::add, kernels::binary_nest(sizes, sizes, sizes));
  run("mul per channel, blocked", 2, BinaryFunction::mul, kernels::binary_nest(sizes, channel, sizes));
  run("mul per channel, plain", 2, BinaryFunction::mul, kernels::binary_nest(plain, plain_channel, plain));
  run("mul per row of 8", 2, BinaryFunction::mul, kernels::binary_nest(short_rows, short_row, short_rows));
  AlignedFloats r(f.floats());
  const kernels::BinaryParameters gated = {.activation = {kernels::ActivationKind::relu},
                                           .residual = r.data()};
  bench_case(settings, filter, "mul+residual+relu, blocked", f, 3, f.floats(),
             [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
               kernels::binary_kernels(settings.isa)[BinaryFunction::mul](
                   kernels::binary_nest(sizes, channel, sizes), a.data(), b.data(), y.data(), gated, begin,
                   end);
             });
  const float* both[] = {a.data(), b.data()};
  bench_case(settings, filter, "sum of 2", f, 3, f.floats(), [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
    kernels::binary_kernels(settings.isa).sum(both, 2, y.data(), {}, begin, end);
  });
}

void bench_batchnorm(const BenchSettings& settings, const std::string& filter, const Feature& f) {
  const std::ptrdiff_t lanes = isa_info(settings.isa).lanes;
  const kernels::BatchNormShape shape = {1, f.channels, f.pixels};
  AlignedFloats x(f.floats()), scale(f.channels), shift(f.channels), y(f.floats());
  const auto& table = kernels::batchnorm_kernels(settings.isa);
  const auto run = [&](const char* name, std::ptrdiff_t work, kernels::BatchNormKernels::Function function) {
    bench_case(settings, filter, name, f, 2, work, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
      function(shape, x.data(), scale.data(), shift.data(), y.data(), {kernels::ActivationKind::relu}, begin,
               end);
    });
  };
  run("batchnorm+relu, blocked", f.floats() / lanes, table.blocked);
  run("batchnorm+relu, plain", f.floats(), table.plain);
}

void bench_all(const BenchSettings& settings, const std::string& filter) {
  for (const Feature& f : features) {
    bench_unary(settings, filter, f);
    bench_binary(settings, filter, f);
    bench_batchnorm(settings, filter, f);
  }
}

const RegisterBench registered(bench_all);

}  // namespace
}  // namespace bricks::test
