#include "decompose/identity/canonical_text.hpp"

#include "decompose/identity/brick_builder.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/error.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

namespace bricks {
namespace {

std::string complaint(std::string_view text) {
  try {
    parse_canonical_text(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

const std::string conv_relu =
    "(1x3x8x8) Conv{kernel_shape=3,3 strides=1,1 pads=1,1,1,1 dilations=1,1 group=1}(i0,w16x3x3x3) Relu(0) "
    "-> 1";

Graph conv_relu_model(bool bias) {
  test::ModelWriter model("any");
  model.unary(model.conv(model.input({1, 3, 8, 8}), 16, 3, bias));
  return model.finish();
}

}  // namespace

TEST_CASE("a brick's text names layers, attributes, types and wiring, not names or biases") {
  CHECK(canonical_text(conv_relu_model(false)) == conv_relu);
  CHECK(canonical_text(conv_relu_model(true)) == conv_relu);
}

TEST_CASE("the text gives the brick back") {
  const Graph brick = parse_canonical_text(conv_relu);
  REQUIRE(brick.layers.size() == 2);
  CHECK(brick.layers[0].name == "layer0");
  CHECK(brick.layers[0].inputs.size() == 2);
  CHECK(brick.tensor(brick.layers[0].inputs[1]).name == "layer0.weight1");
  CHECK(brick.tensor(brick.layers[0].inputs[1]).weight);
  CHECK(brick.tensor(brick.outputs.at(0)).shape == Shape{1, 16, 8, 8});
  CHECK(brick.inputs.size() == 1);
}

TEST_CASE("a bias can be added to a brick and changes nothing but itself") {
  Graph brick = parse_canonical_text(conv_relu);
  CHECK_FALSE(has_bias(brick, brick.layers[0]));
  add_bias(brick, 0, {ElementType::float32, {16}});
  CHECK(has_bias(brick, brick.layers[0]));
  CHECK_FALSE(has_bias(brick, brick.layers[1]));
  CHECK(canonical_text(brick) == conv_relu);
}

TEST_CASE("a third input of Gemm that is no bias belongs to the identity") {
  const auto text = [](Shape c, bool weight) {
    test::ModelWriter model("any");
    const TensorId x = model.input({2, 3});
    const TensorId third = weight ? model.weight(c) : model.input(c);
    model.add(std::make_shared<Gemm>(), {x, model.weight({3, 4}), third});
    return canonical_text(model.finish());
  };
  const std::string without = text({4}, true);
  CHECK(without == "(2x3) Gemm{alpha=1 beta=1 transA=0 transB=0}(i0,w3x4) -> 0");
  CHECK(text({2, 4}, true) != without);
  CHECK(text({4}, false) != without);
}

TEST_CASE("wiring: inputs, values, shared weights, several outputs") {
  const std::string split = "Split{axis=1 split=4,4}";
  const std::string conv = "Conv{kernel_shape=1,1 strides=1,1 pads=0,0,0,0 dilations=1,1 group=1}";
  for (const std::string& text : std::vector<std::string>{
           "(1x8x8x8) " + split + "(i0) Add(0.1,0) -> 1",
           "(1x8x8x8) " + split + "(i0) Relu(0.1) -> 0 1",
           "(1x8x8x8,1x8x8x8) Add(i0,i1) Add(0,i0) -> 1",
           "(1x8x8x8) Add(i0,i0) -> 0",
           "(1x8x8x8) " + conv + "(i0,w8x8x1x1) " + conv + "(0,w=0.1) -> 1",
           "(1x8x8x8) " + conv + "(i0,w8x8x1x1) " + conv + "(0,w8x8x1x1) -> 0 1",
           std::string("() Constant(w4x4) -> 0"),
           std::string("(bool:4x4) Cast{to=int32}(i0) -> 0"),
       })
    CHECK(complaint(text) == "no error");
}

TEST_CASE("what is no canonical text is an error of one line") {
  const std::string conv = "Conv{kernel_shape=1,1 strides=1,1 pads=0,0,0,0 dilations=1,1 group=1}";
  for (const std::string& text : std::vector<std::string>{
           std::string(""),
           std::string("nonsense"),
           std::string("(1x8x8x8)"),
           std::string("(1x8x8x8) -> "),
           std::string("(1x8x8x8) Relu(i0)"),
           std::string("(1x8x8x8) Relu(i0) -> 1"),
           std::string("(1x8x8x8) Relu(i0) -> 0.1"),
           std::string("(1x8x8x8) Relu(i0) -> 0 "),
           std::string("(1x8x8x8) Relu(i1) -> 0"),
           std::string("(1x8x8x8) Relu(0) -> 0"),
           std::string("(1x8x8x8) Unknown(i0) -> 0"),
           std::string("(1x8x0x8) Relu(i0) -> 0"),
           std::string("(1x-8x8) Relu(i0) -> 0"),
           std::string("(99999999999x99999999999) Relu(i0) -> 0"),
           std::string("(99999999999999999999999) Relu(i0) -> 0"),
           std::string("(float64:8) Relu(i0) -> 0"),
           std::string("(1x8x8x8) Relu(i0,i0) -> 0"),
           std::string("(1x8x8x8) Relu{alpha=1}(i0) -> 0"),
           std::string("(1x8x8x8) LeakyRelu(i0) -> 0"),
           std::string("(1x8x8x8) LeakyRelu{alpha=x}(i0) -> 0"),
           std::string("(1x8x8x8) LeakyRelu{alpha=1 alpha=1}(i0) -> 0"),
           std::string("(1x8x8x8) LeakyRelu{alpha=0.10}(i0) -> 0"),  // not canonical: 0.1
           std::string("(1x8x8x8,1x8x8x8) Relu(i0) -> 0"),           // an input that nobody takes
           std::string("(1x8x8x8,1x8x8x8) Add(i1,i0) -> 0"),         // not numbered by first use
           std::string("(1x8x8x8) Relu(i0) Relu(0) -> 1 0"),         // outputs out of order
           "(1x8x8x8) " + conv + "(i0,w9x9x1x1) -> 0",               // shapes do not fit
           "(1x8x8x8) " + conv + "(i0,w=0.0) -> 0",                  // not a weight
           "(1x8x8x8) " + conv + "(i0,w8x8x1x1,w8) -> 0",            // biases are not part of it
           std::string(std::size_t{2} << 20, '('),
       }) {
    const std::string shown = text.substr(0, 80), message = complaint(text);
    CAPTURE(shown);
    CHECK(message != "no error");
    CHECK(message.find('\n') == std::string::npos);
    CHECK(message.size() < 400);
  }
}

TEST_CASE("hashes are FNV-1a's") {
  CHECK(text_hash_digits("") == "cbf29ce484222325");
  CHECK(text_hash_digits("a") == "af63dc4c8601ec8c");
  CHECK(text_hash_digits("foobar") == "85944171f73967e8");
}

TEST_CASE("random models' texts read back to the same text") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  for (int trial = 0; trial < 50; ++trial) {
    const std::string text = canonical_text(test::random_model(random, test::random_int(random, 1, 30)));
    CAPTURE(text);
    CHECK(complaint(text) == "no error");
  }
}

TEST_CASE("a mangled text never does worse than an error") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  const std::string symbols = "(){}=,.:->_wi0123456789x ConvRelu";
  for (int trial = 0; trial < 2000; ++trial) {
    std::string text = conv_relu;
    for (int change = test::random_int(random, 1, 4); change > 0; --change) {
      const auto at =
          static_cast<std::size_t>(test::random_int(random, 0, static_cast<int>(text.size()) - 1));
      const char symbol = symbols[static_cast<std::size_t>(
          test::random_int(random, 0, static_cast<int>(symbols.size()) - 1))];
      if (test::random_int(random, 0, 1) == 0)
        text[at] = symbol;
      else
        text.erase(at, static_cast<std::size_t>(test::random_int(random, 1, 5)));
    }
    CAPTURE(text);
    if (complaint(text) == "no error") CHECK(canonical_text(parse_canonical_text(text)) == text);
  }
}

}  // namespace bricks
