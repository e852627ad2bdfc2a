#include "bench/report/atomic_file.hpp"

#include "engine/error.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("A file is replaced whole; a failure leaves nothing behind") {
  const auto folder = std::filesystem::temp_directory_path() / ("bricks_atomic_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "out.json").string();
  write_atomically(path, "one");
  write_atomically(path, "two");
  std::ifstream file(path);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == "two");
  // A folder stands where the file should be.
  std::filesystem::create_directories(folder / "taken" / "inside");
  CHECK_THROWS_AS(write_atomically((folder / "taken").string(), "x"), Error);
  CHECK_THROWS_AS(write_atomically((folder / "missing" / "out.json").string(), "x"), Error);
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 2);
  std::filesystem::remove_all(folder);
}

TEST_CASE("What cannot be written is told before, and a check leaves nothing behind") {
  const auto folder = std::filesystem::temp_directory_path() / ("bricks_check_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder / "taken");
  CHECK_THROWS_AS(check_writable((folder / "taken").string()), Error);
  CHECK_THROWS_AS(check_writable((folder / "missing" / "out.json").string()), Error);
  check_writable((folder / "out.json").string());
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
  std::filesystem::remove_all(folder);
}

TEST_CASE("A device is written to and stays one") {
  check_writable("/dev/null");
  write_atomically("/dev/null", "x");
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK_THROWS_AS(write_atomically("/dev/full", "x"), Error);
}
