#include "kernels/conv/conv.hpp"
#include "kernels/conv/conv_test_support.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <doctest/doctest.h>

namespace bricks::test {
namespace {

using kernels::ConvAlgorithm;
using kernels::ConvGeometry;
using kernels::ConvShare;
using kernels::ConvSplit;

kernels::ConvProblem pointwise(std::ptrdiff_t in, std::ptrdiff_t out, std::ptrdiff_t size) {
  kernels::ConvProblem p;
  p.in_channels = in, p.out_channels = out;
  p.in_h = p.in_w = size;
  return p;
}

// How often each row of each tile is in a share.
std::vector<int> visits(const ConvGeometry& g, const ConvSplit& split, std::ptrdiff_t threads) {
  std::vector<int> count(static_cast<std::size_t>(g.rows * g.tiles));
  for (std::ptrdiff_t thread = 0; thread < threads; ++thread) {
    const ConvShare share = conv_share(g, split, thread);
    for (int i = 0; i < share.count; ++i)
      for (std::ptrdiff_t tile = share.ranges[i].tile_begin; tile < share.ranges[i].tile_end; ++tile)
        for (std::ptrdiff_t row = share.ranges[i].row_begin; row < share.ranges[i].row_end; ++row)
          ++count[static_cast<std::size_t>(tile * g.rows + row)];
  }
  return count;
}

// Rows times output vectors of a thread, of direct convolution without groups.
std::ptrdiff_t work(const ConvGeometry& g, const ConvShare& share) {
  std::ptrdiff_t all = 0;
  for (int i = 0; i < share.count; ++i)
    for (std::ptrdiff_t tile = share.ranges[i].tile_begin; tile < share.ranges[i].tile_end; ++tile)
      all += (share.ranges[i].row_end - share.ranges[i].row_begin) * g.vectors_of_tile(tile).count;
  return all;
}

}  // namespace

TEST_CASE("conv_share: every row of every tile is one thread's, whatever the split") {
  Random random = seeded_random();
  const auto pick = [&](int low, int high) { return random_int(random, low, high); };
  for (int i = 0; i < 400; ++i) {
    kernels::ConvProblem p = pointwise(pick(1, 9) * 16, pick(1, 300), pick(1, 12));
    p.kernel_h = p.kernel_w = pick(0, 1) ? 3 : 1;
    p.pad_top = p.pad_left = p.pad_bottom = p.pad_right = p.kernel_h / 2;
    p.stride_h = p.stride_w = pick(1, 2);
    p.batch = pick(1, 2);
    if (pick(0, 4) == 0) p.groups = p.in_channels, p.out_channels = p.in_channels * pick(1, 2);
    for_each_isa([&](Isa isa) {
      const ConvGeometry g = kernels::conv_geometry(p, isa);
      const ConvSplit split{pick(1, 4), pick(1, 9)};
      const std::vector<int> count = visits(g, split, split.rows * split.tiles + 1);
      CAPTURE(describe(p));
      CHECK(std::ranges::all_of(count, [](int visited) { return visited == 1; }));
    });
  }
}

TEST_CASE("conv_share: of an odd number of output vectors each of two threads has half") {
  for_each_isa([](Isa isa) {
    const std::ptrdiff_t lanes = isa_info(isa).lanes;
    for (const std::ptrdiff_t vectors : {3, 7, 14, 33}) {
      const ConvGeometry g = kernels::conv_geometry(pointwise(64, vectors * lanes, 40), isa,
                                                    {.algorithm = ConvAlgorithm::direct});
      const std::ptrdiff_t first = work(g, conv_share(g, {1, 2}, 0)),
                           second = work(g, conv_share(g, {1, 2}, 1));
      CHECK(first + second == g.rows * vectors);
      // To half a row of a tile.
      CHECK(std::abs(first - second) <= g.tile_vectors);
    }
  });
}

TEST_CASE("conv_share: threads beyond the split have nothing to do") {
  const ConvGeometry g = kernels::conv_geometry(pointwise(64, 64, 8), isa_list[0].isa);
  CHECK(conv_share(g, {1, 2}, 2).count == 0);
}

}  // namespace bricks::test
