#include "engine/ops/op_test.hpp"

#include <algorithm>

using namespace bricks;

namespace {

// Counts attributes and gives each a value of its own, so that one forgotten in visit() would show.
struct Names : AttributeVisitor {
  std::vector<std::string> names;
  void integer(std::string_view name, std::int64_t&, IntegerRange, Presence) override {
    names.emplace_back(name);
  }
  void integers(std::string_view name, std::vector<std::int64_t>&, IntegerRange, Presence) override {
    names.emplace_back(name);
  }
  void number(std::string_view name, float&, Presence) override { names.emplace_back(name); }
  void numbers(std::string_view name, std::vector<float>&, Presence) override { names.emplace_back(name); }
  void choice(std::string_view name, int& value, std::initializer_list<std::string_view> allowed,
              Presence) override {
    names.emplace_back(name);
    CHECK(value >= 0);
    CHECK(value < static_cast<int>(allowed.size()));
  }
};

std::vector<std::string> attributes(std::string_view type) {
  Names names;
  make_op(type)->visit(names);
  return names.names;
}

}  // namespace

TEST_CASE("every operator is made under its own name") {
  const std::vector<std::string_view> types = op_types();
  CHECK(types.size() == 85);
  CHECK(std::is_sorted(types.begin(), types.end()));
  for (std::string_view type : types) CHECK(make_op(type)->type() == type);
}

TEST_CASE("an unknown operator is an error that names the nearest") {
  CHECK_THROWS_WITH_AS(make_op("Convo"), doctest::Contains("unknown operator 'Convo', did you mean 'Conv'"),
                       Error);
}

TEST_CASE("attributes have their ONNX names") {
  using Texts = std::vector<std::string>;
  CHECK(attributes("Conv") == Texts{"kernel_shape", "strides", "pads", "dilations", "group"});
  CHECK(attributes("Clip") == Texts{"min", "max"});
  CHECK(attributes("HardSigmoid") == Texts{"alpha", "beta"});
  CHECK(attributes("bricks.LogSquare") == Texts{"epsilon"});
  CHECK(attributes("bricks.DivEpsilon") == Texts{"epsilon"});
  CHECK(attributes("Gemm") == Texts{"alpha", "beta", "transA", "transB"});
  CHECK(attributes("Resize") ==
        Texts{"mode", "coordinate_transformation_mode", "nearest_mode", "scales", "sizes"});
  CHECK(attributes("AveragePool").back() == "count_include_pad");
  CHECK(attributes("Relu").empty());
}
