#include "decompose/suite/decomposer.hpp"

#include "decompose/extract/extract.hpp"
#include "decompose/identity/brick_builder.hpp"
#include "decompose/identity/canonical_text.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/error.hpp"
#include "tests/support/kernel_test.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string_view>

#include <doctest/doctest.h>

namespace bricks {
namespace {

Suite decompose(const Graph& graph, const SuiteOptions& options) {
  Decomposer decomposer(options);
  decomposer.add("model", graph);
  return decomposer.finish();
}

SuiteOptions layerwise(std::int64_t granularity) {
  return {.execution = Execution::layerwise, .granularity = granularity};
}

// The first one with that in its text.
const Brick& brick_with(const Suite& suite, std::string_view text) {
  const auto found = std::ranges::find_if(
      suite.bricks, [&](const Brick& brick) { return brick.text.find(text) != std::string::npos; });
  REQUIRE(found != suite.bricks.end());
  return *found;
}

std::vector<std::vector<std::string>> unit_types(const Graph& graph, const std::vector<Unit>& units,
                                                 std::size_t first, std::size_t count) {
  std::vector<std::vector<std::string>> types;
  for (std::size_t i = first; i < first + count; ++i) {
    types.emplace_back();
    for (LayerId id : units[i].layers) types.back().emplace_back(graph.layer(id).op->type());
  }
  return types;
}

}  // namespace

TEST_CASE("equal layers are one brick, whatever their names and weights") {
  const Suite suite = decompose(test::chain_model(3), layerwise(1));
  REQUIRE(suite.recipes.size() == 1);
  CHECK(suite.recipes[0].layers == 9);
  CHECK(suite.recipes[0].steps.size() == 9);
  // conv 3->16, conv 16->16 (twice), relu (three times), pool, flatten, gemm
  CHECK(suite.bricks.size() == 6);
  CHECK(unique_bricks(suite.recipes[0]) == 6);
  for (const Brick& brick : suite.bricks) CHECK(canonical_text(brick.graph) == brick.text);
}

TEST_CASE("a brick has a bias if any occurrence has") {
  for (const bool bias_first : {true, false}) {
    Decomposer decomposer(layerwise(1));
    decomposer.add("first", test::chain_model(1, bias_first));
    decomposer.add("second", test::chain_model(1, !bias_first));
    const Suite suite = decomposer.finish();
    CHECK(suite.bricks.size() == 5);
    for (const Brick& brick : suite.bricks)
      if (brick.text.find("Conv") != std::string::npos) CHECK(has_bias(brick.graph, brick.graph.layers[0]));
  }
}

TEST_CASE("footprints: copies of weights in a pass, bytes of the model") {
  const Suite suite = decompose(test::chain_model(3), layerwise(1));
  const std::uint64_t weights = 4 * (16 * 3 * 9 + 16 + 2 * (16 * 16 * 9 + 16) + 10 * 16 * 64 + 10);
  CHECK(suite.recipes[0].footprint.weight_bytes == weights);
  // The model's input, which lives throughout, a convolution's input and output.
  CHECK(suite.recipes[0].footprint.activation_bytes == aligned(4 * 3 * 256) + 4 * 2 * 16 * 256);
  const Brick& brick = brick_with(suite, "w16x16x3x3");
  REQUIRE(brick.variants.size() == 1);
  REQUIRE(brick.variants[0].footprints.size() == 1);
  CHECK(brick.variants[0].footprints[0].weight_copies == 2);
  CHECK(brick.variants[0].footprints[0].weight_bytes == weights);
}

// Convolutions of 16 channels to 16 stand behind one of 3 channels, which uses no scratch memory, and behind
// each other, activations in between.
TEST_CASE("footprints: what executions find is told apart, the most frequent first") {
  for (const std::uint64_t convolutions : {3, 5}) {
    const Suite suite = decompose(test::chain_model(static_cast<int>(convolutions)),
                                  {.execution = Execution::fused, .granularity = 1});
    const Footprint& footprint = brick_with(suite, "w16x16x3x3").variants.at(0).footprints.at(0);
    REQUIRE(footprint.weight_copies == convolutions - 1);
    std::uint64_t behind_its_like = 0, all = 0, most = ~0ull;
    for (const Finding& finding : footprint.findings) {
      all += finding.executions;
      const ScratchTouch& scratch = finding.touch.scratch;
      if (scratch.in_use_percent == 100) behind_its_like += finding.executions;
      CHECK(scratch.age_bytes.has_value() == (scratch.in_use_percent < 100));
      CHECK(finding.executions <= most);
      most = finding.executions;
    }
    CHECK(all == convolutions - 1);
    CHECK(behind_its_like == convolutions - 2);
  }
}

// A convolution of 3x3 behind one of 1x1, one of 5x5 and its like.
TEST_CASE("footprints: inputs are as old as each execution finds them") {
  test::ModelWriter model("m");
  const auto conv = [&](TensorId x, std::int64_t kernel) { return model.conv(x, 16, kernel, false); };
  model.unary(conv(conv(conv(conv(conv(model.input({1, 16, 32, 32}), 1), 3), 5), 3), 3));
  const Suite suite = decompose(model.finish(), layerwise(1));
  const Brick& brick = brick_with(suite, "w16x16x3x3");
  REQUIRE(brick.variants.size() == 1);
  std::map<std::uint64_t, std::uint64_t> bytes_since;  // of so many multiply-adds
  for (const Finding& finding : brick.variants[0].footprints.at(0).findings) {
    CHECK(finding.executions == 1);
    bytes_since[finding.touch.inputs.at(0).macs_since] = finding.touch.inputs.at(0).bytes_since;
  }
  std::map<std::uint64_t, std::uint64_t> expected;
  constexpr std::uint64_t map = 16 * 32 * 32;
  for (const std::uint64_t taps : {1, 9, 25}) {
    const std::uint64_t weights = 16 * 16 * taps;
    expected[std::bit_floor(weights * 32 * 32)] = std::bit_floor(4 * (map + weights));
  }
  CHECK(bytes_since == expected);
}

// Values of 16 KiB take turns at two places, activations being done in place, and the smaller one after them
// goes where the last but one was; the model's output lies behind the values that its Gemm reads, and its
// input, which lives throughout, behind all.
TEST_CASE("footprints: where the model puts outputs") {
  const Suite suite = decompose(test::chain_model(3), layerwise(1));
  const auto place_of = [&](const char* text) {
    std::set<std::uint64_t> places;
    for (const Brick& brick : suite.bricks)
      if (brick.text.find(text) != std::string::npos)
        for (const BrickVariant& variant : brick.variants)
          for (const Footprint& footprint : variant.footprints) places.insert(footprint.output_place);
    return places;
  };
  using Places = std::set<std::uint64_t>;
  CHECK(place_of("w16x3x3x3") == Places{0});
  CHECK(place_of("w16x16x3x3") == Places{16 << 10});
  CHECK(place_of("Relu") == Places{0});
  CHECK(place_of("MaxPool") == Places{16 << 10});
  CHECK(place_of("Gemm") == Places{4 << 10});
}

TEST_CASE("variants: layouts of the model, plain at its ends, memory that may be overwritten") {
  const Suite suite = decompose(test::chain_model(2), layerwise(1));
  std::set<std::string> seen;
  for (const Brick& brick : suite.bricks)
    for (const BrickVariant& variant : brick.variants)
      seen.insert(brick.text + " @ " + variant_text(variant.context));
  const std::string conv = "Conv{kernel_shape=3,3 strides=1,1 pads=1,1,1,1 dilations=1,1 group=1}";
  CHECK(seen.count("(1x3x16x16) " + conv + "(i0,w16x3x3x3) -> 0 @ plain->blocked") == 1);
  CHECK(seen.count("(1x16x16x16) " + conv + "(i0,w16x16x3x3) -> 0 @ blocked->blocked") == 1);
  CHECK(seen.count("(1x16x16x16) Relu(i0) -> 0 @ blocked!->blocked") == 1);
  CHECK(seen.count("(1x16x8x8) Flatten{axis=1}(i0) -> 0 @ blocked->plain") == 1);
}

TEST_CASE("an input that is needed later may not be overwritten; that makes a second variant of one brick") {
  test::ModelWriter model("m");
  const TensorId x = model.conv(model.input({1, 16, 8, 8}), 16, 1);
  const TensorId kept = model.unary(x);   // x is needed again
  const TensorId taken = model.unary(x);  // x is not needed again
  model.conv(model.sum(kept, taken), 16, 1);
  const Suite suite = decompose(model.finish(), layerwise(1));
  std::vector<std::string> variants;
  for (const Brick& brick : suite.bricks)
    if (brick.text.find("Relu") != std::string::npos)
      for (const BrickVariant& variant : brick.variants) variants.push_back(variant_text(variant.context));
  CHECK(variants == std::vector<std::string>{"blocked!->blocked", "blocked->blocked"});
  CHECK(benchmarks(suite) ==
        suite.bricks.size() + 1 + 1);  // and the convolution reads plain at first, then blocked
}

TEST_CASE("a view keeps the memory that it shows alive") {
  test::ModelWriter model("m");
  const TensorId x = model.conv(model.input({1, 16, 8, 8}), 16, 1);
  const TensorId view = model.identity(x);
  const TensorId y = model.unary(x);
  model.conv(model.sum(view, y), 16, 1);
  const Suite suite = decompose(model.finish(), layerwise(1));
  for (const Brick& brick : suite.bricks)
    if (brick.text.find("Relu") != std::string::npos)
      CHECK(variant_text(brick.variants.at(0).context) == "blocked->blocked");
}

TEST_CASE("edges are those between sequences") {
  const Suite suite = decompose(test::residual_model(1), layerwise(1));
  using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  CHECK(suite.recipes[0].edges ==
        Edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {1, 7}, {6, 7}, {7, 8}});
  CHECK(decompose(test::residual_model(1), layerwise(3)).recipes[0].edges ==
        Edges{{0, 1}, {1, 2}, {0, 3}, {2, 3}});
}

TEST_CASE("fused execution takes fusion groups for units") {
  const Suite suite = decompose(test::residual_model(2), {.execution = Execution::fused, .granularity = 1});
  CHECK(suite.recipes[0].layers == 16);
  CHECK(suite.recipes[0].units == 5);
  CHECK(suite.bricks.size() == 3);  // the stem, conv+norm+relu, conv+norm+add+relu
}

TEST_CASE("the suite does not depend on the order of the models, nor does it name them") {
  const Graph first = test::chain_model(2), second = test::residual_model(2);
  Decomposer one(layerwise(2)), other(layerwise(2));
  one.add("a", first), one.add("b", second);
  other.add("b", second), other.add("a", first);
  const Suite s = one.finish(), t = other.finish();
  REQUIRE(s.bricks.size() == t.bricks.size());
  for (std::size_t i = 0; i < s.bricks.size(); ++i) {
    CHECK(s.bricks[i].text == t.bricks[i].text);
    CHECK(s.bricks[i].graph.name == "brick");
    REQUIRE(s.bricks[i].variants.size() == t.bricks[i].variants.size());
    for (std::size_t j = 0; j < s.bricks[i].variants.size(); ++j)
      CHECK(s.bricks[i].variants[j].footprints == t.bricks[i].variants[j].footprints);
  }
  CHECK_THROWS_AS((one.add("x", first), one.add("x", first)), Error);
  CHECK_THROWS_AS(Decomposer(layerwise(0)), Error);
}

TEST_CASE(
    "random models: every brick, cut again on its own, has the units and layouts that it has in its model") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  for (int trial = 0; trial < 100; ++trial) {
    const Graph graph = test::random_model(random, test::random_int(random, 1, 40));
    const auto execution = trial % 2 == 0 ? Execution::layerwise : Execution::fused;
    const std::int64_t granularity = test::random_int(random, 1, 6);
    const UnitGraph model = cut_into_units(graph, execution);
    const Suite suite =
        decompose(graph, {.execution = execution, .granularity = granularity, .overlap = trial % 3 == 0});
    std::size_t units = 0;
    for (const RecipeStep& step : suite.recipes[0].steps) {
      const Brick& brick = suite.bricks[step.brick];
      CAPTURE(brick.text);
      const PlanContext& context = brick.variants[step.variant].context;
      const std::vector<Layout> layouts =
          tensor_layouts(brick.graph, context.input_layouts, context.output_layouts);
      const std::vector<Unit> again = make_units(brick.graph, execution, layouts);
      CHECK(unit_types(brick.graph, again, 0, again.size()) ==
            unit_types(graph, model.units, step.units.first, step.units.count));
      for (std::size_t i = 0; i < brick.graph.outputs.size(); ++i)
        CHECK(layouts[static_cast<std::size_t>(brick.graph.outputs[i])] == context.output_layouts[i]);
      CHECK(canonical_text(parse_canonical_text(brick.text)) == brick.text);
      CHECK(canonical_text(brick.graph) == brick.text);
      units += step.units.count;
    }
    if (!suite.options.overlap) CHECK(units == model.units.size());
  }
}

}  // namespace bricks
