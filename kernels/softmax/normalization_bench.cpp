// Softmax and the normalisations that read their input more than once.
#include "kernels/instancenorm/instancenorm.hpp"
#include "kernels/lrn/lrn.hpp"
#include "kernels/reduce/reduce.hpp"
#include "kernels/softmax/softmax.hpp"
#include "tests/support/kernel_bench.hpp"

#include <array>

namespace bricks::test {
namespace {

// `run(begin, end)` over `work` units reads and writes `floats`.
struct Case {
  std::string name;
  std::ptrdiff_t floats, work;
  std::function<void(float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end)> run;
};

void bench_case(const BenchSettings& settings, const std::string& filter, const Case& c) {
  if (c.name.find(filter) == std::string::npos) return;
  AlignedFloats x(c.floats), y(c.floats);
  for (std::ptrdiff_t i = 0; i < c.floats; ++i) x.data()[i] = static_cast<float>(i % 113) * 0.01f;
  bench(settings, {c.name, 8.0 * static_cast<double>(c.floats), Peak::copy, [&](int thread) {
                     c.run(x.data(), y.data(), c.work * thread / settings.threads,
                           c.work * (thread + 1) / settings.threads);
                   }});
}

void bench_softmax(const BenchSettings& settings, const std::string& filter, const std::string& name,
                   const kernels::SoftmaxShape& shape) {
  const std::ptrdiff_t count = shape.outer * shape.axis * shape.inner;
  bench_case(settings, filter,
             {"softmax " + name, count, shape.outer * shape.inner,
              [&](float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
                kernels::softmax_kernels(settings.isa).softmax(shape, x, y, begin, end);
              }});
}

void bench_instancenorm(const BenchSettings& settings, const std::string& filter, std::ptrdiff_t channels,
                        std::ptrdiff_t side) {
  const kernels::InstanceNormShape shape = {1, channels, side * side, 1e-5f};
  AlignedFloats scale(channels), shift(channels);
  const auto& table = kernels::instancenorm_kernels(settings.isa);
  const std::string size = " " + std::to_string(channels) + "x" + std::to_string(side);
  const auto run = [&](const std::string& name, std::ptrdiff_t work,
                       kernels::InstanceNormKernels::Function function) {
    bench_case(settings, filter,
               {name + size, channels * side * side, work,
                [&](float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
                  function(shape, x, scale.data(), shift.data(), y, {}, begin, end);
                }});
  };
  run("instance norm, blocked", channels / isa_info(settings.isa).lanes, table.blocked);
  run("instance norm, plain", channels, table.plain);
}

void bench_lrn(const BenchSettings& settings, const std::string& filter, std::ptrdiff_t channels,
               std::ptrdiff_t side) {
  const kernels::LrnParameters p = {1, channels, side * side, 5, 1e-4f, 0.75f, 1};
  const auto& table = kernels::lrn_kernels(settings.isa);
  const std::string size = " " + std::to_string(channels) + "x" + std::to_string(side);
  bench_case(
      settings, filter,
      {"lrn, blocked" + size, channels * p.spatial, channels / isa_info(settings.isa).lanes * p.spatial,
       [&](float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
         table.blocked(p, x, y, begin, end);
       }});
  bench_case(settings, filter,
             {"lrn, plain" + size, channels * p.spatial, channels,
              [&](float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
                table.plain(p, x, y, begin, end);
              }});
}

void bench_reduce(const BenchSettings& settings, const std::string& filter, const std::string& name,
                  const std::vector<std::ptrdiff_t>& sizes, std::array<bool, 3> axes) {
  const kernels::ReduceShape shape = kernels::reduce_shape(sizes, axes);
  bench_case(settings, filter,
             {"reduce mean " + name, sizes[0] * sizes[1] * sizes[2], shape.kept.count,
              [&](float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
                kernels::reduce_kernels(settings.isa)[kernels::ReduceFunction::mean](shape, x, y, begin, end);
              }});
}

void bench_all(const BenchSettings& settings, const std::string& filter) {
  bench_softmax(settings, filter, "1000", {1, 1000, 1});
  bench_softmax(settings, filter, "15527", {1, 15527, 1});
  bench_softmax(settings, filter, "6006x11", {6006, 11, 1});
  bench_softmax(settings, filter, "3969x150", {3969, 150, 1});
  bench_softmax(settings, filter, "4x21x1444 over 21", {4, 21, 1444});
  bench_instancenorm(settings, filter, 32, 256);
  bench_instancenorm(settings, filter, 128, 64);
  bench_lrn(settings, filter, 64, 56);
  bench_lrn(settings, filter, 192, 56);
  bench_reduce(settings, filter, "512x64x64 over H, W", {512, 64, 64}, {false, true, true});
  bench_reduce(settings, filter, "512x64x64 over C", {512, 64, 64}, {true, false, false});
}

const RegisterBench registered(bench_all);

}  // namespace
}  // namespace bricks::test
