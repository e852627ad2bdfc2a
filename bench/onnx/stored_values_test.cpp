#include "bench/onnx/stored_values.hpp"

#include "bench/onnx/proto.hpp"
#include "tests/support/complaint.hpp"
#include "tests/support/resident.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace bricks;
using namespace bricks::onnx_io;
using namespace bricks::test;
using ONNX_NAMESPACE::TensorProto;

namespace {

class StoredFile {
 public:
  explicit StoredFile(const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }
  ~StoredFile() { std::filesystem::remove(path); }
  const std::string path = "/tmp/bricks-stored-" + std::to_string(getpid());
};

// More than a chunk of the reader, and no multiple of one.
constexpr std::size_t many = FloatValues::chunk_bytes / 2 + 4567;

// Numbers that float16 holds too.
std::size_t number_at(std::size_t index) { return index % 2000; }

template <class Stored>
std::string stored_numbers(std::size_t begin, Stored (*stored)(std::size_t)) {
  std::string bytes(begin + many * sizeof(Stored), '\0');
  for (std::size_t i = 0; i < many; ++i) {
    const Stored value = stored(number_at(i));
    std::memcpy(bytes.data() + begin + i * sizeof value, &value, sizeof value);
  }
  return bytes;
}

template <class Stored>
void check_read(std::int32_t data_type, Stored (*stored)(std::size_t)) {
  for (const std::size_t begin : {0, 1, 2, 3, 4}) {
    CAPTURE(begin);
    const StoredFile file(stored_numbers(begin, stored));
    const FilePart part{std::make_shared<const MappedFile>(file.path), begin, many * sizeof(Stored)};
    const FloatValues values(part, data_type, many);
    CHECK(values.count() == many);
    CHECK((values.in_place() != nullptr) == (data_type == TensorProto::FLOAT && begin % 4 == 0));
    const std::vector<float> read = values.read();
    REQUIRE(read.size() == many);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < many; ++i) {
      wrong += read[i] != static_cast<float>(number_at(i));
      wrong += values.in_place() && values.in_place()[i] != read[i];
    }
    CHECK(wrong == 0);
    for (const std::size_t count : {many - 1, many + 1})
      CHECK(complaint([&] { FloatValues(part, data_type, count); }).find("bytes, expected") !=
            std::string::npos);
  }
}

std::uint16_t half_of(std::size_t number) {
  if (number == 0) return 0;
  std::uint32_t exponent = 0;
  while (number >> (exponent + 1)) ++exponent;
  return static_cast<std::uint16_t>((exponent + 15) << 10 |
                                    ((number << (10 - std::min(exponent, 10u))) & 1023));
}

// What the system maps around a page that is read: 64 KiB, and the page tables' own rounding.
constexpr std::size_t around = 256 << 10;

}  // namespace

TEST_CASE("Stored values: every type that becomes float32, wherever it stands") {
  check_read<float>(TensorProto::FLOAT, [](std::size_t n) { return static_cast<float>(n); });
  check_read<double>(TensorProto::DOUBLE, [](std::size_t n) { return static_cast<double>(n); });
  check_read<std::uint16_t>(TensorProto::FLOAT16, half_of);
}

TEST_CASE(
    "Stored values: the file's memory is held while values are used in place, and hardly to copy them") {
  for (const std::size_t begin : {0, 1}) {
    const StoredFile file(stored_numbers<float>(begin, [](std::size_t n) { return static_cast<float>(n); }));
    const auto mapped = std::make_shared<const MappedFile>(file.path);
    const FloatValues values({mapped, begin, many * sizeof(float)}, TensorProto::FLOAT, many);
    CHECK(values.read().size() == many);
    CHECK(resident_bytes(file.path) <= around);
    float sum = 0;
    for (std::size_t i = 0; i < mapped->size(); ++i) sum += static_cast<float>(mapped->data()[i]);
    CHECK(sum > 0);
    CHECK(resident_bytes(file.path) >= mapped->size());
    values.release();
    CHECK(resident_bytes(file.path) == 0);
    CHECK(values.read()[1999] == 1999);
  }
}

TEST_CASE("Stored values: those in memory are used where they are") {
  const FloatValues values(std::vector<float>{1, 2});
  CHECK(values.in_place()[1] == 2);
  CHECK(values.in_place() == values.in_place());
  CHECK(values.read() == std::vector<float>{1, 2});
  values.release();
  CHECK(values.in_place()[0] == 1);
}

TEST_CASE("Stored values: of a file beside the model there is one mapping") {
  const StoredFile file("weights");
  DataFiles files("/tmp");
  const std::string name = std::filesystem::path(file.path).filename().string();
  CHECK(files.open(name) == files.open("./" + name));
  CHECK(complaint([&] { files.open("../" + name); }).find("in the model's folder") != std::string::npos);
  for (int i = 0; i < 2; ++i)
    CHECK(complaint([&] { files.open("missing-" + name); }).find("cannot read") != std::string::npos);
}
