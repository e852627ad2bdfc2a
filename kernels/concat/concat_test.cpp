#include "kernels/concat/concat.hpp"

#include "tests/support/tensor_index.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::test;

TEST_CASE("concat and split: one to seven parts of any width, empty ones too, every split") {
  Random random = seeded_random();
  for (int round = 0; round < 200; ++round) {
    const std::ptrdiff_t outer = random_int(random, 0, 9);
    const int count = random_int(random, 1, 7);
    Sizes widths = random_sizes(random, count, 0, round % 3 == 0 ? 300 : 4);
    std::vector<Elements> inputs, outputs;
    std::vector<kernels::ConcatPart> parts, targets;
    std::ptrdiff_t total = 0;
    for (std::ptrdiff_t width : widths) {
      inputs.emplace_back(outer, width * 4, true);
      outputs.emplace_back(outer, width * 4, false);
      total += width * 4;
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      parts.push_back({static_cast<std::byte*>(inputs[i].data()), widths[i] * 4});
      targets.push_back({static_cast<std::byte*>(outputs[i].data()), widths[i] * 4});
    }
    for_each_thread_count([&](int threads) {
      Elements joined(outer, total, false);
      auto* bytes = static_cast<std::byte*>(joined.data());
      bricks::test::split(outer * total, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        kernels::concat({outer, total}, parts.data(), count, bytes, begin, end);
      });
      for (std::ptrdiff_t row = 0; row < outer; ++row) {
        const unsigned char* at = joined.element(row);
        for (std::size_t i = 0; i < inputs.size(); at += widths[i++] * 4)
          CHECK(std::equal(inputs[i].element(row), inputs[i].element(row) + widths[i] * 4, at));
      }
      bricks::test::split(outer * total, threads, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        kernels::split({outer, total}, targets.data(), count, bytes, begin, end);
      });
      for (std::size_t i = 0; i < inputs.size(); ++i)
        for (std::ptrdiff_t row = 0; row < outer; ++row) CHECK(outputs[i].same(row, inputs[i], row));
    });
  }
}
