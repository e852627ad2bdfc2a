// Graphs that nobody would draw, on the engine: whatever the planner merges, reorders, views and reuses must
// not show.
#include "engine/formats/model_json.hpp"
#include "tests/reference/model_check.hpp"
#include "tests/support/random_graph.hpp"

using namespace bricks;

TEST_CASE(
    "random graphs agree with the scalar reference, layerwise and fused, also read back from their file") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  for (int i = 0; i < 100; ++i) {
    const Graph graph = test::RandomGraph(random).make(1 + i % 25);
    if (graph.layers.empty()) continue;
    const std::string text = model_to_json(graph);
    CAPTURE(text);
    const test::ModelCheck check = test::check_model(parse_model(text, "text"), 1 + i % 3);
    INFO(test::figures(check));
    CHECK(check.layerwise_error <= 1e-4);
    CHECK(check.fused_error <= 1e-4);
    CHECK(check.not_finite == 0);
  }
}
