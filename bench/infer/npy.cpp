#include "bench/infer/npy.hpp"

#include "engine/error.hpp"
#include "engine/formats/file.hpp"

#include <cstring>
#include <string_view>

namespace bricks {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t most_bytes = std::size_t{4} << 30;

// The text behind 'key': in a header, which is a Python dictionary of three entries.
std::string_view entry(std::string_view header, std::string_view key) {
  const std::size_t at = header.find(key);
  const std::size_t colon = at == std::string_view::npos ? at : header.find(':', at);
  if (colon == std::string_view::npos) throw Error("header without " + std::string(key));
  const std::size_t begin = header.find_first_not_of(' ', colon + 1);
  if (begin == std::string_view::npos) throw Error("header without a value of " + std::string(key));
  return header.substr(begin);
}

std::string quoted(std::string_view text) {
  const std::size_t end = text.find('\'', 1);
  if (text.empty() || text[0] != '\'' || end == std::string_view::npos)
    throw Error("header with no text in quotes");
  return std::string(text.substr(1, end - 1));
}

std::vector<std::int64_t> dimensions(std::string_view text) {
  const std::size_t end = text.find(')');
  if (text.empty() || text[0] != '(' || end == std::string_view::npos)
    throw Error("header with no shape in brackets");
  std::vector<std::int64_t> shape;
  std::int64_t value = -1;
  for (char c : text.substr(1, end - 1)) {
    if (c >= '0' && c <= '9') {
      value = (value < 0 ? 0 : value) * 10 + (c - '0');
      if (value > (std::int64_t{1} << 40)) throw Error("a dimension above 2^40");
    } else if (c == ',') {
      if (value >= 0) shape.push_back(value);
      value = -1;
    } else if (c != ' ' && c != 'L') {
      throw Error(std::string("'") + c + "' in the shape, expected numbers");
    }
  }
  if (value >= 0) shape.push_back(value);
  return shape;
}

struct Description {
  std::string_view name;
  ElementType type;
  std::size_t bytes;
};

constexpr Description descriptions[] = {
    {"<f4", ElementType::float32, 4}, {"<f8", ElementType::float32, 8}, {"<i4", ElementType::int32, 4},
    {"<i8", ElementType::int64, 8},   {"|b1", ElementType::boolean, 1},
};

const Description& description(const std::string& name) {
  for (const Description& known : descriptions)
    if (known.name == name) return known;
  throw Error("element type '" + name + "', expected <f4, <f8, <i4, <i8 or |b1");
}

std::vector<std::byte> narrowed(const std::byte* doubles, std::size_t count) {
  std::vector<std::byte> bytes(count * sizeof(float));
  for (std::size_t i = 0; i < count; ++i) {
    double wide;
    std::memcpy(&wide, doubles + i * sizeof wide, sizeof wide);
    const float value = static_cast<float>(wide);
    std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
  }
  return bytes;
}

NpyArray parse(const std::string& file) {
  if (file.size() < 12 || std::string_view(file).substr(0, 6) != magic) throw Error("no NumPy file");
  const bool long_header = file[6] != 1;
  const std::size_t length_bytes = long_header ? 4 : 2;
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i)
    length |= std::size_t{static_cast<unsigned char>(file[8 + i])} << (8 * i);
  const std::size_t start = 8 + length_bytes + length;
  if (start > file.size()) throw Error("truncated within the header");
  const std::string_view header(file.data() + 8 + length_bytes, length);

  const Description& known = description(quoted(entry(header, "'descr'")));
  if (entry(header, "'fortran_order'").substr(0, 5) != "False")
    throw Error("Fortran order, expected C order");
  NpyArray array;
  array.type = known.type;
  array.shape = dimensions(entry(header, "'shape'"));
  const std::size_t count = static_cast<std::size_t>(element_count(array.shape));
  if (file.size() - start != count * known.bytes)
    throw Error(std::to_string(file.size() - start) + " bytes of values, expected " +
                std::to_string(count * known.bytes));
  const std::byte* values = reinterpret_cast<const std::byte*>(file.data()) + start;
  array.bytes = known.name == "<f8" ? narrowed(values, count)
                                    : std::vector<std::byte>(values, values + count * known.bytes);
  return array;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (std::int64_t d : shape) text += std::to_string(d) + ", ";
  if (shape.size() > 1) text.resize(text.size() - 2);
  return "(" + text + ")";
}

}  // namespace

NpyArray read_npy(const std::string& path) {
  const std::string file = read_file(path, most_bytes);
  return within(path, [&] { return parse(file); });
}

void write_npy(const NpyArray& array, const std::string& path) {
  std::string_view name;
  for (const Description& known : descriptions)
    if (known.type == array.type && known.name != "<f8") name = known.name;
  std::string header = "{'descr': '" + std::string(name) +
                       "', 'fortran_order': False, 'shape': " + shape_text(array.shape) + ", }";
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  std::string file = std::string(magic) + '\x01' + '\0';
  file += static_cast<char>(header.size() & 255);
  file += static_cast<char>(header.size() >> 8);
  file += header;
  file.append(reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size());
  write_file(path, file);
}

}  // namespace bricks
