// Decomposition of the fifty models at full size against the counts that the DLBricks authors' own layer
// lists give.
#include "bench/zoo/zoo.hpp"
#include "decompose/identity/canonical_text.hpp"
#include "decompose/suite/decomposer.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

namespace bricks {
namespace {

struct BuiltModel {
  std::string file;
  Graph graph;
};

const std::vector<BuiltModel>& built_models() {
  static const std::vector<BuiltModel> all = [] {
    std::vector<BuiltModel> models;
    for (const zoo::Entry& entry : zoo::entries())
      models.push_back({std::string(entry.file), zoo::build(entry)});
    return models;
  }();
  return all;
}

Suite decompose(const std::vector<BuiltModel>& models, const SuiteOptions& options) {
  Decomposer decomposer(options);
  for (const BuiltModel& model : models) decomposer.add(model.file, model.graph);
  return decomposer.finish();
}

}  // namespace

// Constants are with the layers that read them: capsnet's one, and yolo_v2's three, of which two are alike.
TEST_CASE("at G=1 layerwise bricks are the different layers") {
  const Suite suite = decompose(built_models(), {.execution = Execution::layerwise, .granularity = 1});
  CHECK(suite.bricks.size() == 1488 - 3);
  const auto table = test::golden_table("table1.csv");
  for (std::size_t i = 0; i < table.size(); ++i) {
    CAPTURE(table[i].at("file"));
    const std::string& name = table[i].at("file");
    const std::size_t constants = name == "capsnet" ? 1 : name == "yolo_v2" ? 3 : 0;
    const std::size_t alike = name == "yolo_v2" ? 1 : 0;
    CHECK(std::to_string(suite.recipes[i].steps.size() + constants) == table[i].at("layers"));
    CHECK(std::to_string(unique_bricks(suite.recipes[i]) + constants - alike) == table[i].at("unique"));
  }
}

TEST_CASE(
    "every brick of the zoo is rebuilt from its text alone, and cut again has the units that it has in its "
    "model") {
  const std::vector<BuiltModel> models = test::some_of(built_models());
  for (const Execution execution : {Execution::layerwise, Execution::fused})
    for (const std::int64_t granularity : {1, 3}) {
      const Suite suite = decompose(models, {.execution = execution, .granularity = granularity});
      for (const Recipe& recipe : suite.recipes)
        for (const RecipeStep& step : recipe.steps) {
          const Brick& brick = suite.bricks[step.brick];
          const PlanContext& context = brick.variants[step.variant].context;
          const std::vector<Layout> layouts =
              tensor_layouts(brick.graph, context.input_layouts, context.output_layouts);
          if (make_units(brick.graph, execution, layouts).size() != step.units.count) FAIL_CHECK(brick.text);
        }
      for (const Brick& brick : suite.bricks)
        if (canonical_text(parse_canonical_text(brick.text)) != brick.text) FAIL_CHECK(brick.text);
    }
}

}  // namespace bricks
