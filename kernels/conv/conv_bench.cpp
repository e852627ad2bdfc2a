#include "kernels/conv/conv.hpp"
#include "kernels/winograd/winograd.hpp"
#include "tests/support/kernel_bench.hpp"

#include <cmath>
#include <random>

namespace bricks::test {
namespace {

using kernels::ConvProblem;

struct NamedProblem {
  const char* name;
  ConvProblem problem;
  bool has_residual = false;
};

// As much output as input where the stride is 1.
ConvProblem padded(ConvProblem p) {
  p.pad_top = p.pad_bottom = p.dilation_h * (p.kernel_h - 1) / 2;
  p.pad_left = p.pad_right = p.dilation_w * (p.kernel_w - 1) / 2;
  return p;
}

ConvProblem square(std::ptrdiff_t in, std::ptrdiff_t out, std::ptrdiff_t size, std::ptrdiff_t kernel,
                   std::ptrdiff_t stride = 1, std::ptrdiff_t groups = 1, std::ptrdiff_t dilation = 1) {
  ConvProblem p;
  p.in_channels = in, p.out_channels = out;
  p.in_h = p.in_w = size;
  p.kernel_h = p.kernel_w = kernel;
  p.stride_h = p.stride_w = stride;
  p.dilation_h = p.dilation_w = dilation;
  p.groups = groups;
  return padded(p);
}

ConvProblem line(std::ptrdiff_t in, std::ptrdiff_t out, std::ptrdiff_t size, std::ptrdiff_t kernel_h,
                 std::ptrdiff_t kernel_w) {
  ConvProblem p = square(in, out, size, 1);
  p.kernel_h = kernel_h, p.kernel_w = kernel_w;
  return padded(p);
}

ConvProblem plain(ConvProblem p) {
  p.plain_input = true;
  return p;
}

ConvProblem transposed(std::ptrdiff_t in, std::ptrdiff_t out, std::ptrdiff_t size, std::ptrdiff_t kernel,
                       std::ptrdiff_t stride) {
  ConvProblem p = square(in, out, size, kernel, stride);
  p.transposed = true;
  return p;
}

ConvProblem unpadded(ConvProblem p) {
  p.pad_top = p.pad_left = p.pad_bottom = p.pad_right = 0;
  return p;
}

ConvProblem camvid_stem() {
  ConvProblem p = square(3, 64, 900, 3);
  p.in_w = 1100;
  return unpadded(p);
}

// Layers of VGG-16, ResNet-50, MobileNet V2, SE-Net-154, Inception V3, CycleGAN, SSD, pix2pix.
const NamedProblem problems[] = {
    {"stem 3x3 3->64 224", plain(square(3, 64, 224, 3))},
    {"stem 7x7/2 3->64 224", plain(square(3, 64, 224, 7, 2))},
    {"stem 7x7 3->32 256", plain(unpadded(square(3, 32, 262, 7)))},
    {"stem 3x3 3->64 898x1098", plain(camvid_stem())},
    {"3x3 64->64 224", square(64, 64, 224, 3)},
    {"3x3 64->128 112", square(64, 128, 112, 3)},
    {"3x3 128->128 112", square(128, 128, 112, 3)},
    {"3x3 128->256 56", square(128, 256, 56, 3)},
    {"3x3 256->256 56", square(256, 256, 56, 3)},
    {"3x3 256->512 28", square(256, 512, 28, 3)},
    {"3x3 512->512 28", square(512, 512, 28, 3)},
    {"3x3 512->512 14", square(512, 512, 14, 3)},
    {"3x3 64->64 56", square(64, 64, 56, 3)},
    {"3x3 128->128 28", square(128, 128, 28, 3)},
    {"3x3 256->256 14", square(256, 256, 14, 3)},
    {"3x3 512->512 7", square(512, 512, 7, 3)},
    {"3x3/2 64->64 224", square(64, 64, 224, 3, 2)},
    {"3x3/2 64->128 128", square(64, 128, 128, 3, 2)},
    {"3x3/2 128->128 56", square(128, 128, 56, 3, 2)},
    {"3x3/2 256->256 28", square(256, 256, 28, 3, 2)},
    {"3x3/2 512->512 14", square(512, 512, 14, 3, 2)},
    {"4x4/2 64->128 128", square(64, 128, 128, 4, 2)},
    {"4x4/2 256->512 32", square(256, 512, 32, 4, 2)},
    {"4x4/2 512->512 8", square(512, 512, 8, 4, 2)},
    {"4x4/2 512->512 4", square(512, 512, 4, 4, 2)},
    {"3x3 256->128 4", square(256, 128, 4, 3)},
    {"7x7 d4 512->128 40", square(512, 128, 40, 7, 1, 1, 4)},
    {"3x3 d2 512->512 28", square(512, 512, 28, 3, 1, 1, 2)},
    {"1x1 68->256 64", square(68, 256, 64, 1)},
    {"1x1 64->256 56", square(64, 256, 56, 1)},
    {"1x1 256->64 56", square(256, 64, 56, 1)},
    {"1x1 512->128 28", square(512, 128, 28, 1)},
    {"1x1 128->512 28", square(128, 512, 28, 1)},
    {"1x1 1024->256 14", square(1024, 256, 14, 1)},
    {"1x1 256->1024 14", square(256, 1024, 14, 1)},
    {"1x1 2048->512 7", square(2048, 512, 7, 1)},
    {"1x1 512->2048 7", square(512, 2048, 7, 1)},
    {"1x1 64->256 56 + residual", square(64, 256, 56, 1), true},
    {"1x1 128->512 28 + residual", square(128, 512, 28, 1), true},
    {"1x1 256->1024 14 + residual", square(256, 1024, 14, 1), true},
    {"1x1 512->2048 7 + residual", square(512, 2048, 7, 1), true},
    {"1x1 4096->11 77", square(4096, 11, 77, 1)},
    {"1x1 4096->512 64", square(4096, 512, 64, 1)},
    {"1x1 256->256 56", square(256, 256, 56, 1)},
    {"1x1 512->512 28", square(512, 512, 28, 1)},
    {"1x1 1024->1024 14", square(1024, 1024, 14, 1)},
    {"1x1 1024->512 14", square(1024, 512, 14, 1)},
    {"1x1/2 256->512 56", square(256, 512, 56, 1, 2)},
    {"1x1 2048->1000 1", square(2048, 1000, 1, 1)},
    {"1x7 128->128 17", line(128, 128, 17, 1, 7)},
    {"7x1 160->160 17", line(160, 160, 17, 7, 1)},
    {"1x7 160->160 17", line(160, 160, 17, 1, 7)},
    {"7x1 192->192 17", line(192, 192, 17, 7, 1)},
    {"1x3 384->384 8", line(384, 384, 8, 1, 3)},
    {"3x1 384->384 8", line(384, 384, 8, 3, 1)},
    {"5x5 48->64 35", square(48, 64, 35, 5)},
    {"5x5 32->32 120", square(32, 32, 120, 5)},
    {"7x7 64->16 120", square(64, 16, 120, 7)},
    {"7x7 32->32 120", square(32, 32, 120, 7)},
    {"7x7 64->64 60", square(64, 64, 60, 7)},
    {"11x11 64->16 120", square(64, 16, 120, 11)},
    {"11x11 64->64 30", square(64, 64, 30, 11)},
    {"depthwise 3x3 32 112", square(32, 32, 112, 3, 1, 32)},
    {"depthwise 3x3/2 96 112", square(96, 96, 112, 3, 2, 96)},
    {"depthwise 3x3 144 56", square(144, 144, 56, 3, 1, 144)},
    {"depthwise 3x3 384 14", square(384, 384, 14, 3, 1, 384)},
    {"depthwise 3x3 960 7", square(960, 960, 7, 3, 1, 960)},
    {"depthwise 5x5 240 28", square(240, 240, 28, 5, 1, 240)},
    {"grouped 3x3 128->256 56 g64", square(128, 256, 56, 3, 1, 64)},
    {"grouped 3x3 256->512 28 g64", square(256, 512, 28, 3, 1, 64)},
    {"grouped 3x3 512->1024 14 g64", square(512, 1024, 14, 3, 1, 64)},
    {"grouped 3x3 1024->2048 7 g64", square(1024, 2048, 7, 3, 1, 64)},
    {"transposed 3x3/2 256->128 64", transposed(256, 128, 64, 3, 2)},
    {"4x4/2 512->512 2", square(512, 512, 2, 4, 2)},
    {"transposed 4x4/2 512->512 1", transposed(512, 512, 1, 4, 2)},
    {"transposed 4x4/2 1024->512 2", transposed(1024, 512, 2, 4, 2)},
    {"transposed 4x4/2 1024->512 4", transposed(1024, 512, 4, 4, 2)},
    {"transposed 4x4/2 1024->512 8", transposed(1024, 512, 8, 4, 2)},
    {"transposed 4x4/2 1024->256 16", transposed(1024, 256, 16, 4, 2)},
    {"transposed 4x4/2 512->128 32", transposed(512, 128, 32, 4, 2)},
    {"transposed 4x4/2 256->64 64", transposed(256, 64, 64, 4, 2)},
    {"transposed 4x4/2 128->3 128", transposed(128, 3, 128, 4, 2)},
    {"3x3 64->3 512", square(64, 3, 512, 3)},
    {"7x7 64->3 256", square(64, 3, 256, 7)},
};

void fill(std::mt19937& random, float* data, std::ptrdiff_t size) {
  std::uniform_real_distribution<float> values(-1.0f, 1.0f);
  for (std::ptrdiff_t i = 0; i < size; ++i) data[i] = values(random);
}

void bench_problem(const BenchSettings& settings, const NamedProblem& n, const char* suffix,
                   const kernels::ConvOptions& options) {
  const ConvProblem& p = n.problem;
  const kernels::ConvGeometry g = kernels::conv_geometry(p, settings.isa, options);
  const kernels::ConvSplit split = kernels::conv_split(g, settings.threads);
  AlignedFloats x(p.batch * g.problem.input.batch), weights(g.weight_floats), bias(g.bias_floats);
  AlignedFloats y(p.batch * g.problem.output.batch), residual(p.batch * g.problem.residual.batch);
  std::vector<AlignedFloats> scratch;
  for (int t = 0; t < settings.threads; ++t) scratch.emplace_back(g.scratch_bytes / 4 + 1);
  std::mt19937 random(1);
  fill(random, x.data(), p.batch * g.problem.input.batch);
  fill(random, weights.data(), g.weight_floats);
  kernels::ConvArguments a{x.data(),    weights.data(),
                           bias.data(), n.has_residual ? residual.data() : nullptr,
                           y.data(),    {kernels::ActivationKind::relu}};
  const std::string shown = std::string(n.name) + suffix + " [" + std::to_string(split.rows) + "x" +
                            std::to_string(split.tiles) + "]";
  bench(settings, {shown, g.flops, Peak::multiply_add, [&](int thread) {
                     conv_run_share(g, a, conv_share(g, split, thread),
                                    scratch[static_cast<std::size_t>(thread)].data());
                   }});
}

constexpr std::pair<kernels::ConvAlgorithm, const char*> alternatives[] = {
    {kernels::ConvAlgorithm::strassen, " strassen"},
    {kernels::ConvAlgorithm::strassen_2, " strassen 2"},
    {kernels::ConvAlgorithm::few_outputs, " few outputs"}};

// By each algorithm that there is a choice of; automatic where the phases of a transposed one have it.
void bench_named(const BenchSettings& settings, const NamedProblem& n) {
  using kernels::ConvAlgorithm;
  const bool winograd = kernels::winograd_applies(n.problem);
  const auto runs = [&](ConvAlgorithm algorithm) {
    return kernels::conv_algorithm(n.problem, settings.isa, {.algorithm = algorithm}) == algorithm;
  };
  const bool choice = winograd || runs(ConvAlgorithm::strassen) || runs(ConvAlgorithm::few_outputs);
  bench_problem(settings, n, "", {.algorithm = choice ? ConvAlgorithm::direct : ConvAlgorithm::automatic});
  for (const auto& [algorithm, suffix] : alternatives)
    if (runs(algorithm)) bench_problem(settings, n, suffix, {.algorithm = algorithm});
  if (n.problem.transposed) bench_problem(settings, n, " direct", {.algorithm = ConvAlgorithm::direct});
  if (!winograd) return;
  bench_problem(settings, n, " F4", {.algorithm = ConvAlgorithm::winograd_f4});
  bench_problem(settings, n, " F2", {.algorithm = ConvAlgorithm::winograd_f2});
}

void bench_all(const BenchSettings& settings, const std::string& filter) {
  for (const NamedProblem& n : problems)
    if (std::string(n.name).find(filter) != std::string::npos) bench_named(settings, n);
}

const RegisterBench registered(bench_all);

}  // namespace
}  // namespace bricks::test
