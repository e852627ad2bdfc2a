#include "kernels/pooling/pooling.hpp"
#include "tests/support/kernel_bench.hpp"

namespace bricks::test {
namespace {

using kernels::PoolAxis;

struct NamedPool {
  const char* name;
  std::ptrdiff_t channels;
  PoolAxis axis;
};

// VGG-16, ResNet-50, Inception V3 and GoogLeNet, SSD, Inception's averages.
const NamedPool pools[] = {{"pool 2x2/2 64 224", 64, {224, 112, 2, 2, 1, 0, 0}},
                           {"pool 2x2/2 512 28", 512, {28, 14, 2, 2, 1, 0, 0}},
                           {"pool 3x3/2 64 112", 64, {112, 56, 3, 2, 1, 0, 1}},
                           {"pool 3x3/2 480 28", 480, {28, 14, 3, 2, 1, 0, 1}},
                           {"pool 3x3/1 192 28", 192, {28, 28, 3, 1, 1, 1, 1}},
                           {"pool 3x3/1 832 7", 832, {7, 7, 3, 1, 1, 1, 1}},
                           {"pool 3x3/1 512 32", 512, {32, 32, 3, 1, 1, 1, 1}},
                           {"pool 3x3/3 64 112", 64, {112, 37, 3, 3, 1, 0, 0}}};

void bench_pool(const BenchSettings& settings, const NamedPool& p) {
  const std::ptrdiff_t lanes = isa_info(settings.isa).lanes;
  const kernels::PoolShape blocked = {p.channels / lanes, p.axis, p.axis, true},
                           plain = {p.channels, p.axis, p.axis, true};
  const std::ptrdiff_t in = p.axis.input * p.axis.input * p.channels,
                       out = p.axis.output * p.axis.output * p.channels;
  AlignedFloats x(in), y(out);
  const auto& table = kernels::pool_kernels(settings.isa);
  for (bool average : {false, true}) {
    const auto run = [&](const kernels::PoolShape& shape, auto function, const char* layout) {
      const std::ptrdiff_t work = shape.planes * p.axis.output;
      bench(settings, {(average ? "average " : "max ") + std::string(p.name) + layout,
                       4.0 * static_cast<double>(in + out), Peak::copy, [&](int thread) {
                         function(shape, x.data(), y.data(), work * thread / settings.threads,
                                  work * (thread + 1) / settings.threads);
                       }});
    };
    run(blocked, average ? table.average_blocked : table.max_blocked, "");
    run(plain, average ? table.average_plain : table.max_plain, ", plain");
  }
}

void bench_global(const BenchSettings& settings, std::ptrdiff_t channels, std::ptrdiff_t side) {
  const std::ptrdiff_t blocks = channels / isa_info(settings.isa).lanes;
  const kernels::GlobalPoolShape shape = {1, channels, side * side};
  AlignedFloats x(channels * side * side), y(channels);
  const std::string name = "global average pool " + std::to_string(channels) + " " + std::to_string(side);
  bench(settings, {name, 4.0 * static_cast<double>(channels * side * side), Peak::copy, [&](int thread) {
                     kernels::pool_kernels(settings.isa)
                         .global_average_to_plain(shape, x.data(), y.data(),
                                                  blocks * thread / settings.threads,
                                                  blocks * (thread + 1) / settings.threads);
                   }});
}

void bench_all(const BenchSettings& settings, const std::string& filter) {
  for (const NamedPool& pool : pools)
    if (std::string(pool.name).find(filter) != std::string::npos) bench_pool(settings, pool);
  if (std::string("global average pool").find(filter) == std::string::npos) return;
  bench_global(settings, 2048, 7);
  bench_global(settings, 256, 56);
}

const RegisterBench registered(bench_all);

}  // namespace
}  // namespace bricks::test
