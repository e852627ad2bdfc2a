#include "kernels/expand/expand.hpp"
#include "kernels/layout/layout.hpp"
#include "kernels/pad/pad.hpp"
#include "kernels/resize/resize.hpp"
#include "kernels/slice/slice.hpp"
#include "kernels/transpose/transpose.hpp"
#include "tests/support/kernel_bench.hpp"

#include <array>

namespace bricks::test {
namespace {

using Sizes = std::vector<std::ptrdiff_t>;

// Data movement: `run(begin, end)` over `work` units reads `in` floats and writes `out`.
struct Movement {
  std::string name;
  std::ptrdiff_t in, out, work;
  std::function<void(const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end)> run;
};

void bench_movement(const BenchSettings& settings, const std::string& filter, const Movement& m) {
  if (m.name.find(filter) == std::string::npos) return;
  AlignedFloats x(m.in), y(m.out);
  bench(settings, {m.name, 4.0 * static_cast<double>(m.in + m.out), Peak::copy, [&](int thread) {
                     m.run(x.data(), y.data(), m.work * thread / settings.threads,
                           m.work * (thread + 1) / settings.threads);
                   }});
}

void bench_reorder(const BenchSettings& settings, const std::string& filter, std::ptrdiff_t channels,
                   std::ptrdiff_t side) {
  const std::ptrdiff_t lanes = isa_info(settings.isa).lanes, spatial = side * side;
  const std::ptrdiff_t blocks = (channels + lanes - 1) / lanes, image = blocks * lanes * spatial;
  const kernels::LayoutKernels& table = kernels::layout_kernels(settings.isa);
  const kernels::ReorderShape shape = {1, channels, spatial, 0, channels * spatial, image};
  const std::string size = " " + std::to_string(channels) + "x" + std::to_string(side);
  bench_movement(settings, filter,
                 {"reorder to blocked" + size, channels * spatial, image, blocks * spatial,
                  [&](const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
                    table.plain_to_blocked(shape, x, y, begin, end);
                  }});
  bench_movement(settings, filter,
                 {"reorder to plain" + size, image, channels * spatial, blocks * spatial,
                  [&](const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
                    table.blocked_to_plain(shape, x, y, begin, end);
                  }});
  for (std::ptrdiff_t offset : {std::ptrdiff_t{0}, lanes / 2}) {
    const kernels::ChannelCopyShape copy = {1, channels, spatial, 0, offset, image, image + spatial * lanes};
    const std::ptrdiff_t work = kernels::touched_blocks(offset, channels, lanes) * spatial;
    bench_movement(settings, filter,
                   {"copy channels to +" + std::to_string(offset) + size, image, image + spatial * lanes,
                    work, [&](const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
                      table.copy_channels(copy, x, y, begin, end);
                    }});
  }
}

void bench_transpose(const BenchSettings& settings, const std::string& filter, const std::string& name,
                     const Sizes& sizes, const std::vector<int>& permutation) {
  const kernels::TransposePlan plan = kernels::transpose_plan(sizes, permutation);
  const std::ptrdiff_t count = plan.view.nest.count;
  bench_movement(settings, filter,
                 {"transpose " + name, count, count, plan.tiles,
                  [&](const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
                    kernels::transpose_kernels(settings.isa).transpose(plan, x, y, begin, end);
                  }});
}

void bench_views(const BenchSettings& settings, const std::string& filter) {
  const auto view = [&](const std::string& name, std::ptrdiff_t in, const kernels::StridedView& v) {
    bench_movement(settings, filter,
                   {name, in, v.nest.count * v.element_bytes / 4, v.nest.count,
                    [&](const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
                      kernels::strided_copy(v, x, y, begin, end);
                    }});
  };
  const Sizes sizes = {64, 129, 129}, zero = {0, 0, 0}, one = {0, 1, 1}, less = {64, 128, 128},
              steps = {1, 1, 1};
  view("slice 64x129x129 by one", 64 * 128 * 128, kernels::slice_view(sizes, one, less, steps, 4));
  const Sizes vector = {256, 1, 1}, map = {256, 56, 56};
  view("expand 256 to 256x56x56", 256, kernels::expand_view(vector, map, 4));
  const Sizes rows = {1152, 1, 8}, repeated = {1152, 160, 8};
  view("expand 1152x8 to 1152x160x8", 1152 * 8, kernels::expand_view(rows, repeated, 4));
  const std::ptrdiff_t lanes = isa_info(settings.isa).lanes;
  const Sizes blocks = {256 / lanes, 1}, pixels = {256 / lanes, 3136};
  view("expand 256 to 256x56x56, blocked", 256, kernels::expand_view(blocks, pixels, 4 * lanes));
}

void bench_pad(const BenchSettings& settings, const std::string& filter, kernels::PadMode mode,
               const std::string& name) {
  const Sizes pads = {0, 1, 1};
  for (const std::ptrdiff_t c :
       {static_cast<std::ptrdiff_t>(isa_info(settings.isa).lanes), std::ptrdiff_t{1}}) {
    const Sizes sizes = {128 / c, 64, 64};
    const kernels::PadShape shape = kernels::pad_shape(sizes, pads, pads, mode, 4 * c);
    bench_movement(settings, filter,
                   {name + (c > 1 ? ", blocked" : ", plain"), 128 * 64 * 64, 128 * 66 * 66, shape.rows,
                    [&](const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
                      kernels::pad(shape, x, y, begin, end);
                    }});
  }
}

void bench_resize(const BenchSettings& settings, const std::string& filter, std::ptrdiff_t channels,
                  std::ptrdiff_t side, std::ptrdiff_t out) {
  const std::ptrdiff_t lanes = isa_info(settings.isa).lanes;
  std::vector<std::int32_t> lower(static_cast<std::size_t>(out)), upper(lower);
  std::vector<float> weight(lower.size());
  const double scale = static_cast<double>(out) / static_cast<double>(side);
  kernels::resize_linear_table(side, out, scale, kernels::ResizeCoordinates::half_pixel, lower.data(),
                               upper.data(), weight.data());
  const kernels::ResizeAxis axis = {side, out, lower.data(), upper.data(), weight.data()};
  const kernels::ResizeShape blocked = {channels / lanes, axis, axis}, plain = {channels, axis, axis};
  const std::string size =
      " " + std::to_string(channels) + "x" + std::to_string(side) + " to " + std::to_string(out);
  const std::ptrdiff_t in = channels * side * side, count = channels * out * out;
  const kernels::ResizeKernels& table = kernels::resize_kernels(settings.isa);
  const auto run = [&](const std::string& name, const kernels::ResizeShape& shape, auto function) {
    bench_movement(settings, filter,
                   {name + size, in, count, shape.planes * out,
                    [&](const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
                      function(shape, x, y, begin, end);
                    }});
  };
  run("resize nearest, blocked", blocked, table.nearest_blocked);
  run("resize linear, blocked", blocked, table.linear_blocked);
  run("resize nearest, plain", plain, table.nearest_plain);
  run("resize linear, plain", plain,
      [&](const auto& shape, const float* x, float* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
        AlignedFloats scratch(kernels::resize_scratch_bytes(shape) / 4);
        table.linear_plain(shape, x, y, scratch.data(), begin, end);
      });
}

void bench_all(const BenchSettings& settings, const std::string& filter) {
  bench_reorder(settings, filter, 256, 14);
  bench_reorder(settings, filter, 64, 112);
  bench_reorder(settings, filter, 425, 13);
  bench_reorder(settings, filter, 3, 224);
  bench_transpose(settings, filter, "512x38x38 to channels last", {512, 1444}, {1, 0});
  bench_transpose(settings, filter, "11x66x91 to channels last", {11, 6006}, {1, 0});
  bench_transpose(settings, filter, "6006x11 to channels first", {6006, 11}, {1, 0});
  bench_transpose(settings, filter, "313x56x56 (2,1,0)", {313, 56, 56}, {2, 1, 0});
  bench_views(settings, filter);
  bench_pad(settings, filter, kernels::PadMode::constant, "pad zero 128x64x64");
  bench_pad(settings, filter, kernels::PadMode::reflect, "pad reflect 128x64x64");
  bench_pad(settings, filter, kernels::PadMode::edge, "pad edge 128x64x64");
  bench_resize(settings, filter, 256, 32, 64);
  bench_resize(settings, filter, 200, 48, 192);
}

const RegisterBench registered(bench_all);

}  // namespace
}  // namespace bricks::test
