#include "engine/formats/json.hpp"

#include "tests/support/complaint.hpp"
#include "tests/support/kernel_test.hpp"

#include <bit>
#include <cmath>
#include <limits>

using bricks::json_number;
using bricks::json_string;
using bricks::parse_json;
using bricks::test::complaint;

namespace {

std::string refused(const std::string& text) {
  return complaint([&] { parse_json(text, "f"); });
}

std::string nested(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

}  // namespace

TEST_CASE("well-formed documents are read") {
  const bricks::Json json = parse_json(R"({"a": [1, -2, 3.5, true, null, "x"], "b": {"a": []}})", "f");
  CHECK(json.dump() == R"({"a":[1,-2,3.5,true,null,"x"],"b":{"a":[]}})");
  CHECK(parse_json("17", "f") == 17);
  CHECK(parse_json(nested(bricks::deepest_json), "f").is_array());
}

TEST_CASE("malformed documents are refused in one line that begins with the file") {
  for (const char* text : {"", " ", "{", "[1, 2", "{\"a\" 1}", "{\"a\": 1,}", "[1] 2", "nul", "'a'",
                           "\"\xff\"", "\x7f\x45LF", "{\"a\": 01}", "[1e999]", "\"a\nb\"", "\"\\ud800\""}) {
    CAPTURE(text);
    CHECK(refused(text).rfind("f: ", 0) == 0);
  }
}

TEST_CASE("what the library would let through is refused too") {
  CHECK(refused(R"({"a": 1, "b": 2, "a": 3})") ==
        "f: found the key 'a' twice in an object, expected it once");
  CHECK(refused(nested(bricks::deepest_json + 1)) ==
        "f: found more than 64 levels of nesting, expected at most that");
  CHECK(refused(std::string(1000000, '[')).find("64 levels") != std::string::npos);
  CHECK(refused(R"(["a\nb"])") == "f: found a string with control characters, expected none");
  CHECK(refused(R"({"\u0000": 1})") == "f: found a string with control characters, expected none");
}

TEST_CASE("floats are written in their shortest form and read back exactly") {
  CHECK(json_number(0.0001f) == "0.0001");
  CHECK(json_number(1e-5f) == "1e-05");
  CHECK(json_number(1.001e-5f) == "1.001e-05");
  CHECK(json_number(0.1f) == "0.1");
  CHECK(json_number(-3) == "-3");
  CHECK(json_number(0) == "0");
  CHECK(json_number(6) == "6");
  bricks::test::Random random = bricks::test::seeded_random();
  for (int i = 0; i < 20000; ++i) {
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (!std::isfinite(value)) continue;
    const std::string text = json_number(value);
    CAPTURE(text);
    CHECK(static_cast<float>(parse_json(text, "f").get<double>()) == value);
  }
}

TEST_CASE("what JSON cannot hold is not written") {
  CHECK(complaint([] { json_number(std::numeric_limits<float>::infinity()); }) != "no error");
  CHECK(complaint([] { json_number(std::nanf("")); }) != "no error");
  CHECK(complaint([] { json_string("\xff"); }) != "no error");
  CHECK(json_string("a\"b\\c") == R"("a\"b\\c")");
}
