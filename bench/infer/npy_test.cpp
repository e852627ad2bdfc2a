#include "bench/infer/npy.hpp"

#include "engine/error.hpp"
#include "engine/formats/file.hpp"

#include <cstring>
#include <filesystem>
#include <unistd.h>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

std::string temporary() { return "/tmp/bricks-npy-" + std::to_string(getpid()) + ".npy"; }

NpyArray example(std::vector<std::int64_t> shape) {
  NpyArray array;
  array.shape = std::move(shape);
  array.bytes.resize(static_cast<std::size_t>(element_count(array.shape)) * 4);
  for (std::size_t i = 0; i < array.bytes.size() / 4; ++i) {
    const float value = 0.5f * static_cast<float>(i);
    std::memcpy(array.bytes.data() + i * 4, &value, 4);
  }
  return array;
}

}  // namespace

TEST_CASE("npy: what is written is read back, whatever the rank") {
  for (const std::vector<std::int64_t>& shape :
       {std::vector<std::int64_t>{}, {3}, {2, 3}, {1, 3, 4, 5}, {1, 1, 1, 1, 1, 1, 1, 1}}) {
    write_npy(example(shape), temporary());
    const NpyArray back = read_npy(temporary());
    CHECK(back.type == ElementType::float32);
    CHECK(back.shape == shape);
    CHECK(back.bytes == example(shape).bytes);
    CHECK(std::filesystem::file_size(temporary()) % 64 == back.bytes.size() % 64);
  }
  std::filesystem::remove(temporary());
}

TEST_CASE("npy: a file cut anywhere is an error of one line, never a crash") {
  write_npy(example({2, 3}), temporary());
  const std::string whole = read_file(temporary(), 1 << 20);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write_file(temporary(), whole.substr(0, length));
    CHECK_THROWS_AS(read_npy(temporary()), Error);
  }
  std::filesystem::remove(temporary());
}

TEST_CASE("npy: other types and orders are refused by name") {
  write_npy(example({2, 3}), temporary());
  std::string file = read_file(temporary(), 1 << 20);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = file;
    changed.replace(changed.find(from), from.size(), to);
    write_file(temporary(), changed);
    return temporary();
  };
  CHECK_THROWS_WITH_AS(read_npy(with("<f4", ">f4")), doctest::Contains("element type '>f4'"), Error);
  CHECK_THROWS_WITH_AS(read_npy(with("False", "True ")), doctest::Contains("Fortran order"), Error);
  CHECK_THROWS_WITH_AS(read_npy(with("(2, 3)", "(2, 9)")), doctest::Contains("bytes of values"), Error);
  std::filesystem::remove(temporary());
}
