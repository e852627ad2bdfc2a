// Whatever stands in a model file, reading it gives a graph or one line of complaint.
#include "engine/formats/json.hpp"
#include "engine/formats/model_json.hpp"
#include "tests/support/complaint.hpp"
#include "tests/support/random_graph.hpp"

#include <limits>
#include <string>

using namespace bricks;
using bricks::test::complaint;

namespace {

std::string model_text(test::Random& random, int layers) {
  Graph graph;
  while (graph.layers.empty()) graph = test::RandomGraph(random).make(layers);
  return model_to_json(graph);
}

// Reads text, and what it gives once more; anything but success and Error fails the test by leaving it.
void read(const std::string& text) {
  complaint([&] { model_to_json(parse_model(text, "f")); });
}

}  // namespace

TEST_CASE("a model cut off at any byte is refused") {
  test::Random random = test::seeded_random();
  const std::string text = model_text(random, 6);
  const std::size_t end = text.rfind('}');
  for (std::size_t size = 0; size <= end; ++size) {
    CAPTURE(size);
    CHECK(complaint([&] { parse_model(text.substr(0, size), "f"); }).rfind("f: ", 0) == 0);
  }
}

TEST_CASE("a model with any byte changed is read or refused") {
  test::Random random = test::seeded_random();
  const std::string text = model_text(random, 4);
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'0', '9', '-', '"', '\\', '{', ']', ',', '\0', '\xff'}) {
      std::string changed = text;
      changed[i] = c;
      read(changed);
    }
    std::string flipped = text;
    flipped[i] = static_cast<char>(flipped[i] ^ (1 << test::random_int(random, 0, 7)));
    read(flipped);
  }
}

TEST_CASE("a model with pieces moved, repeated, dropped or numbers blown up is read or refused") {
  test::Random random = test::seeded_random();
  const std::string text = model_text(random, 8);
  const auto place = [&] {
    return static_cast<std::size_t>(test::random_int(random, 0, static_cast<int>(text.size())));
  };
  const std::string numbers[] = {"-1",    "0",        "2147483648", "9223372036854775807",
                                 "1e308", "[[[[]]]]", "null",       "{}"};
  for (int i = 0; i < 5000; ++i) {
    std::string changed = text;
    const std::size_t length = static_cast<std::size_t>(test::random_int(random, 0, 80));
    const std::size_t to = place();
    switch (test::random_int(random, 0, 3)) {
      case 0:
        changed.insert(to, text.substr(place(), length));
        break;
      case 1:
        changed.erase(to, length);
        break;
      case 2:
        changed.replace(to, std::min(length, changed.size() - to), text.substr(place(), length));
        break;
      default:
        if (const std::size_t digit = text.find_first_of("0123456789", to); digit != std::string::npos)
          changed.replace(digit, 1, numbers[test::random_int(random, 0, 7)]);
    }
    read(changed);
  }
}

TEST_CASE("random bytes are refused") {
  test::Random random = test::seeded_random();
  for (int i = 0; i < 2000; ++i) {
    std::string text(static_cast<std::size_t>(test::random_int(random, 0, 200)), '\0');
    for (char& c : text) c = static_cast<char>(test::random_int(random, -128, 127));
    CHECK(complaint([&] { parse_model(text, "f"); }) != "no error");
  }
}

TEST_CASE("floods are refused at once") {
  const auto flood = [](const std::string& piece, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += piece;
    return text;
  };
  CHECK(complaint([&] { parse_model(flood("[", 5000000), "f"); }) != "no error");
  CHECK(complaint([&] { parse_model(flood("{\"a\":", 1000000), "f"); }) != "no error");
  CHECK(complaint([&] { parse_model("[" + flood("1,", 1000000) + "1]", "f"); }) != "no error");
  CHECK(complaint([&] { parse_model("\"" + flood("a", 5000000), "f"); }) != "no error");
}

TEST_CASE("multiply-adds that no integer holds are as many as one does") {
  std::string text = R"({"schema_version": 1, "name": "m",
    "inputs": [{"name": "x0", "type": "float32", "shape": [1048576, 1048576]}], "outputs": ["x9"],
    "weights": [{"name": "w", "type": "float32", "shape": [1048576, 1048576]}], "layers": [)";
  for (int i = 0; i < 9; ++i) {
    const std::string from = std::to_string(i), to = std::to_string(i + 1);
    text += (i > 0 ? ", " : "") + std::string(R"({"name": "l)") + to +
            R"(", "op_type": "MatMul", "inputs": ["x)" + from + R"(", "w"], "outputs": ["x)" + to + R"("]})";
  }
  CHECK(total_macs(parse_model(text + "]}", "f")) == std::numeric_limits<std::int64_t>::max());
}
