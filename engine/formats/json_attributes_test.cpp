#include "engine/formats/json_attributes.hpp"

#include "engine/ops/conv.hpp"
#include "engine/ops/pad.hpp"
#include "engine/ops/resize.hpp"
#include "engine/ops/unary.hpp"
#include "tests/support/complaint.hpp"

#include <doctest/doctest.h>

using namespace bricks;
using bricks::test::complaint;

namespace {

std::string refused(const char* type, const std::string& attributes) {
  return complaint([&] { read_op(type, parse_json(attributes, "attributes")); });
}

}  // namespace

TEST_CASE("the text of every operator gives the operator again") {
  REQUIRE(!op_types().empty());
  for (std::string_view type : op_types()) {
    CAPTURE(type);
    const std::string text = attributes_text(*make_op(type));
    // Defaults of required lists are empty: legal JSON, refused later by shape inference.
    CHECK(attributes_text(*read_op(type, parse_json(text, "f"))) == text);
  }
}

TEST_CASE("attributes are written with their defaults, in the operator's order") {
  Conv conv;
  conv.kernel_shape = {3, 1};
  conv.pads = {0, 0, 2, 2};
  CHECK(
      attributes_text(conv) ==
      R"({"kernel_shape": [3, 1], "strides": [1, 1], "pads": [0, 0, 2, 2], "dilations": [1, 1], "group": 1})");
  CHECK(attributes_text(Unary(UnaryKind::leaky_relu, 0.1f)) == R"({"alpha": 0.1})");
  CHECK(attributes_text(Unary(UnaryKind::relu)) == "{}");
}

TEST_CASE("absent optional attributes keep their defaults") {
  const OpPointer op = read_op("Conv", parse_json(R"({"kernel_shape": [5, 5], "strides": [2, 2]})", "f"));
  const Conv* conv = op_cast<Conv>(*op);
  REQUIRE(conv);
  CHECK(conv->kernel_shape == std::vector<std::int64_t>{5, 5});
  CHECK(conv->strides == std::vector<std::int64_t>{2, 2});
  CHECK(conv->group == 1);
  const OpPointer pad = read_op("Pad", parse_json(R"({"pads": [-1, 1], "mode": "reflect"})", "f"));
  CHECK(op_cast<Pad>(*pad)->mode == Pad::Mode::reflect);
  const OpPointer resize = read_op("Resize", parse_json(R"({"scales": [2, 0.5]})", "f"));
  CHECK(op_cast<Resize>(*resize)->scales == std::vector<float>{2, 0.5f});
}

TEST_CASE("every wrong attribute has its message") {
  CHECK(refused("Conv", "{}") == "attribute 'kernel_shape': found nothing, expected an array of integers");
  CHECK(refused("Conv", R"({"kernel_shape": 3})") ==
        "attribute 'kernel_shape': found 3, expected an array of integers");
  CHECK(refused("Conv", R"({"kernel_shape": [3, "3"]})") ==
        "attribute 'kernel_shape': found the string '3', expected an integer in [1, 2147483648]");
  CHECK(refused("Conv", R"({"kernel_shape": [3, 0]})") ==
        "attribute 'kernel_shape': found 0, expected an integer in [1, 2147483648]");
  CHECK(refused("Conv", R"({"kernel_shape": [3, 3.0]})") ==
        "attribute 'kernel_shape': found 3.0, expected an integer in [1, 2147483648]");
  CHECK(refused("Conv", R"({"kernel_shape": [3, 18446744073709551615]})") ==
        "attribute 'kernel_shape': found 18446744073709551615, expected an integer in [1, 2147483648]");
  CHECK(refused("Conv", R"({"kernel_shape": [3, 3], "stride": [1, 1]})") ==
        "unknown attribute 'stride', did you mean 'strides'?");
  CHECK(refused("Conv", R"({"kernel_shape": [3, 3], "group": null})") ==
        "attribute 'group': found null, expected an integer in [1, 2147483648]");
  CHECK(refused("LeakyRelu", R"({"alpha": [0.1]})") ==
        "attribute 'alpha': found an array of 1, expected a number");
  CHECK(refused("LeakyRelu", R"({"alpha": 1e40})") ==
        "attribute 'alpha': found 1e+40, expected a number that float32 can hold");
  CHECK(refused("Pad", R"({"pads": [0, 0], "mode": "wrap"})") ==
        "attribute 'mode': found the string 'wrap', expected 'constant' or 'reflect' or 'edge'");
  CHECK(refused("Relu", "[]") == "'attributes': found an array of 0, expected an object");
  CHECK(refused("Relu", R"({"x": 1})").rfind("unknown attribute 'x'", 0) == 0);
  CHECK(refused("conv", "{}").find("'Conv'") != std::string::npos);
}
