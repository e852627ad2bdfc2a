#include "compose/rules/rules.hpp"

#include "compose/composition/compose.hpp"
#include "decompose/suite/decomposer.hpp"
#include "decompose/test_support/models.hpp"
#include "tests/support/complaint.hpp"

#include <doctest/doctest.h>

namespace bricks {
namespace {

using test::complaint;

OverlapRules rules(const std::string& text) { return parse_rules(text, "rules.json"); }

// Relu, then a convolution on either side, then Add.
RecipeBook fork() {
  test::ModelWriter model("m");
  const TensorId x = model.unary(model.input({1, 8, 4, 4}));
  model.sum(model.conv(x, 8, 1), model.conv(x, 8, 3));
  Decomposer decomposer({.execution = Execution::layerwise});
  decomposer.add("model", model.finish());
  return recipe_book(decomposer.finish());
}

System two_workers() {
  System system;
  system.workers = 2;
  return system;
}

// Every brick takes 1000 ns, and `busy` beside another.
SystemResults thousand(const RecipeBook& book, double busy) {
  SystemResults results;
  for (const auto& brick : book.bricks) {
    BrickResult result{brick.text, "", 0, two_workers(), {{.ns = 1000}}};
    if (busy > 0) result.busy_ns = {busy};
    results.add(result);
  }
  return results;
}

double on_workers(double busy, const OverlapRules& rules) {
  const RecipeBook book = fork();
  ComposeOptions options;
  options.workers = 2;
  options.rules = rules;
  return compose(book, book.recipes[0], thousand(book, busy), options).workers.value().trimmed_mean_ns;
}

}  // namespace

TEST_CASE("Rules are read") {
  const OverlapRules read = rules(
      R"({"schema_version": 1, "apart": [["Gemm", "Gemm"], ["Conv", "*"]], "contention": {"*": [1.1], "Conv": [1, 1.2]}})");
  CHECK_FALSE(read.may_overlap("Gemm", "Gemm"));
  CHECK_FALSE(read.may_overlap("Relu", "Conv"));
  CHECK_FALSE(read.may_overlap("Conv", "Relu"));
  CHECK(read.may_overlap("Gemm", "Relu"));
  CHECK(*read.slowdown("Conv") == std::vector<double>{1, 1.2});
  CHECK(*read.slowdown("Relu") == std::vector<double>{1.1});
  const OverlapRules none = rules(R"({"schema_version": 1})");
  CHECK(none.may_overlap("Conv", "Conv"));
  CHECK(none.slowdown("Conv") == nullptr);
}

TEST_CASE("Rules that are none are refused in one line that names the place") {
  const auto refused = [](const std::string& text, const std::string& about) {
    CAPTURE(text);
    const std::string said = complaint([&] { rules(text); });
    CHECK(said.rfind("rules.json", 0) == 0);
    CHECK(said.find(about) != std::string::npos);
  };
  refused("", "");
  refused("[]", "array");
  refused("{}", "schema_version");
  refused(R"({"schema_version": 2})", "expected 1");
  refused(R"({"schema_version": 1, "overlap": []})", "overlap");
  refused(R"({"schema_version": 1, "apart": {}})", "'apart'");
  refused(R"({"schema_version": 1, "apart": [["Conv"]]})", "'apart'[0]");
  refused(R"({"schema_version": 1, "apart": [["Conv", 3]]})", "3");
  refused(R"({"schema_version": 1, "apart": [["Conv", "Convv"]]})", "did you mean 'Conv'");
  refused(R"({"schema_version": 1, "contention": []})", "'contention'");
  refused(R"({"schema_version": 1, "contention": {"Convv": [1]}})", "Convv");
  refused(R"({"schema_version": 1, "contention": {"Conv": 1}})", "'Conv'");
  refused(R"({"schema_version": 1, "contention": {"Conv": []}})", "'Conv'");
  refused(R"({"schema_version": 1, "contention": {"Conv": [0]}})", "from 0.001");
  refused(R"({"schema_version": 1, "contention": {"Conv": [-1]}})", "from 0.001");
  refused(R"({"schema_version": 1, "contention": {"Conv": [1e300]}})", "from 0.001");
  refused(R"({"schema_version": 1, "contention": {"Conv": ["1"]}})", "from 0.001");
  refused(R"({"schema_version": 1, "contention": {"Conv": [1], "Conv": [2]}})", "Conv");
}

TEST_CASE("A brick has the type of its first operator") {
  CHECK(first_operator("(1x3x8x8) Conv{group=1}(i0,w4x3x3x3) Relu(0) -> 1") == "Conv");
  CHECK(first_operator("(1x3x8x8, int64:1) Relu(i0) -> 0") == "Relu");
}

TEST_CASE("Convolutions side by side: without rules as measured, else as ruled") {
  CHECK(on_workers(0, {}) == doctest::Approx(3000));
  CHECK(on_workers(1250, {}) == doctest::Approx(3250));
  CHECK(on_workers(1250, rules(R"({"schema_version": 1, "contention": {"Conv": [1.5]}})")) ==
        doctest::Approx(3500));
  CHECK(on_workers(1250, rules(R"({"schema_version": 1, "contention": {"Relu": [1.5]}})")) ==
        doctest::Approx(3250));
  CHECK(on_workers(1250, rules(R"({"schema_version": 1, "apart": [["Conv", "Conv"]]})")) ==
        doctest::Approx(4000));
}

TEST_CASE("Contention measured on four workers is in between for two and three") {
  const RecipeBook book = fork();
  const BrickResult result{book.bricks[0].text, "", 0, {"", "", "", "", 1, "", 4}, {{.ns = 1000}}, 0, {1300}};
  const std::vector<const BrickResult*> results(book.recipes[0].steps.size(), &result);
  const StepOverlap overlap = step_overlap(book, book.recipes[0], results, {});
  REQUIRE(overlap.slowdown.front().size() == 3);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(overlap.slowdown.front()[i] == doctest::Approx(1.1 + 0.1 * static_cast<double>(i)));
}

}  // namespace bricks
