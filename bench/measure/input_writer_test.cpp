#include "bench/measure/input_writer.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// How often each byte is somebody's.
std::vector<int> coverage(const TensorType& type, Layout layout, Spread spread, int lanes, int workers) {
  const std::size_t bytes = tensor_bytes(type, layout, lanes);
  std::vector<int> owners(bytes);
  for (int worker = 0; worker < workers; ++worker) {
    const WorkerShare share = share_of(type, layout, spread, bytes, lanes, worker, workers);
    for (std::size_t piece = 0; piece < share.count; ++piece)
      for (std::size_t i = 0; i < share.bytes; ++i) ++owners.at(share.begin + piece * share.stride + i);
  }
  return owners;
}

}  // namespace

TEST_CASE("Every byte of a tensor is written by exactly one worker") {
  for (const Shape& shape :
       {Shape{1, 64, 56, 56}, Shape{2, 19, 29, 30}, Shape{1, 512, 7, 7}, Shape{1, 3, 1, 1}})
    for (const Spread spread : {Spread::pieces, Spread::rows, Spread::shared, Spread::first})
      for (const int lanes : {4, 8, 16})
        for (const int workers : {1, 2, 3, 7})
          for (const Layout layout : {Layout::plain, Layout::blocked}) {
            const auto owners = coverage({ElementType::float32, shape}, layout, spread, lanes, workers);
            CHECK(owners == std::vector<int>(owners.size(), 1));
          }
}

TEST_CASE("A share has the bytes of its pieces and no others") {
  const TensorType type{ElementType::float32, {1, 19, 29, 30}};
  const std::size_t bytes = tensor_bytes(type, Layout::blocked, 8);
  for (const Spread spread : {Spread::pieces, Spread::rows, Spread::first})
    for (int worker = 0; worker < 3; ++worker) {
      const WorkerShare share = share_of(type, Layout::blocked, spread, bytes, 8, worker, 3);
      std::vector<bool> expected(bytes), found(bytes);
      for (std::size_t piece = 0; piece < share.count; ++piece)
        for (std::size_t i = 0; i < share.bytes; ++i)
          expected.at(share.begin + piece * share.stride + i) = true;
      for (std::size_t at = 0; at < bytes; ++at) found[at] = share.has(at);
      CHECK(found == expected);
    }
}

TEST_CASE("Large maps are guessed to be split by rows, small ones by channels") {
  const TensorType large{ElementType::float32, {1, 32, 56, 56}};
  const auto share = [](const TensorType& type) {
    return share_of(type, Layout::blocked, guessed_spread(type, Layout::blocked),
                    tensor_bytes(type, Layout::blocked, 16), 16, 1, 2);
  };
  const WorkerShare rows = share(large);
  CHECK(rows.begin == 28 * 56 * 64);
  CHECK(rows.count == 2);
  const TensorType small{ElementType::float32, {1, 32, 14, 14}};
  const WorkerShare channels = share(small);
  CHECK(channels.begin == 14 * 14 * 64);
  CHECK(channels.count == 1);
}

TEST_CASE("Floats are of order one and never denormal") {
  std::vector<float> values(5000);
  Exertion exertion(isa_list[0].isa, 1);
  write_floats(reinterpret_cast<std::byte*>(values.data()), {0, values.size() * sizeof(float), 0, 1},
               exertion, 0);
  double squares = 0;
  for (const float value : values) {
    CHECK((value == 0 || std::abs(value) >= 1.0f / 1024));
    squares += value * value;
  }
  CHECK(std::sqrt(squares / 5000) == doctest::Approx(1.15).epsilon(0.05));
}
