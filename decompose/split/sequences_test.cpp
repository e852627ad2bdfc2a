#include "decompose/split/sequences.hpp"

#include "decompose/test_support/models.hpp"
#include "engine/error.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

namespace bricks {
namespace {

std::vector<Sequence> split(const Graph& graph, std::int64_t granularity, ChainRule rule = ChainRule::edges) {
  return split_model(chain_starts(cut_into_units(graph, Execution::layerwise), rule), granularity);
}

std::vector<std::uint32_t> counts(const std::vector<Sequence>& sequences) {
  std::vector<std::uint32_t> lengths;
  for (const Sequence& sequence : sequences) lengths.push_back(sequence.count);
  return lengths;
}

using Lengths = std::vector<std::uint32_t>;

// The definition, word for word and without the table of chain starts.
std::vector<Sequence> split_by_definition(const UnitGraph& model, std::uint32_t granularity) {
  const auto n = static_cast<std::uint32_t>(model.units.size());
  const auto valid = [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t unit = begin + 1; unit < end; ++unit) {
      std::vector<TensorId> inputs;
      for_each_unit_input(model, unit, [&](TensorId id) {
        if (std::find(inputs.begin(), inputs.end(), id) == inputs.end()) inputs.push_back(id);
      });
      if (inputs.size() != 1 || model.producer(inputs[0]) != static_cast<std::int64_t>(unit) - 1)
        return false;
    }
    return true;
  };
  std::vector<Sequence> sequences;
  for (std::uint32_t begin = 0; begin < n;) {
    const std::uint32_t end = std::min(begin + granularity, n);
    const std::uint32_t taken = valid(begin, end) ? end - begin : 1;
    sequences.push_back({begin, taken});
    begin += taken;
  }
  return sequences;
}

}  // namespace

TEST_CASE("a chain is cut into windows of G") {
  const Graph graph = test::chain_model(2);  // conv relu conv relu pool flatten gemm
  CHECK(counts(split(graph, 1)) == Lengths{1, 1, 1, 1, 1, 1, 1});
  CHECK(counts(split(graph, 2)) == Lengths{2, 2, 2, 1});
  CHECK(counts(split(graph, 3)) == Lengths{3, 3, 1});
  CHECK(counts(split(graph, 7)) == Lengths{7});
  CHECK(counts(split(graph, 1000000)) == Lengths{7});
  CHECK(counts(split(graph, std::numeric_limits<std::int64_t>::max())) == Lengths{7});
}

TEST_CASE("an invalid window gives up its first unit and moves on, not shorter") {
  // 0 conv, 1 relu, then a block: 2 conv, 3 norm, 4 relu, 5 conv, 6 norm, 7 add (two inputs), 8 relu
  const Graph graph = test::residual_model(1);
  CHECK(counts(split(graph, 2)) == Lengths{2, 2, 2, 1, 2});  // 6,7 is none: 6 alone, then 7,8
  CHECK(counts(split(graph, 3)) == Lengths{3, 3, 1, 2});     // 6..8 is none; 7,8 is what is left
  CHECK(counts(split(graph, 4)) == Lengths{4, 1, 1, 1, 2});  // 4..7, 5..8, 6..8 are none
  CHECK(counts(split(graph, 5)) == Lengths{5, 1, 1, 2});     // 5..8, 6..8 are none
}

TEST_CASE("one value taken twice is one input, two different ones are two") {
  test::ModelWriter model("m");
  const TensorId x = model.unary(model.input({4}));
  model.sum(x, x);
  CHECK(counts(split(model.finish(), 2)) == Lengths{2});
}

TEST_CASE("a unit without data inputs can begin a sequence and never stands inside one") {
  const auto graph = [](bool constant_first) {
    test::ModelWriter model("m");
    const TensorId x = model.input({4, 4});
    if (constant_first) {
      model.identity(model.add(std::make_shared<Constant>(), {model.weight({4, 4})}));
    } else {
      model.unary(x);
      model.add(std::make_shared<Constant>(), {model.weight({4, 4})});
    }
    return model.finish();
  };
  CHECK(counts(split(graph(true), 2)) == Lengths{2});
  CHECK(counts(split(graph(true), 2, ChainRule::published)) == Lengths{1, 1});
  CHECK(counts(split(graph(false), 2)) == Lengths{1, 1});
}

TEST_CASE("a constant is in the unit that alone reads it, and a layer by itself to the published rule") {
  test::ModelWriter model("m");
  const TensorId constant = model.add(std::make_shared<Constant>(), {model.weight({4, 4})});
  model.sum(model.unary(model.input({4, 4})), constant);
  const Graph graph = model.finish();
  CHECK(cut_into_units(graph, Execution::layerwise).units.size() == 2);
  CHECK(cut_into_layers(graph).units.size() == 3);
  CHECK_THROWS_AS(chain_starts(cut_into_units(graph, Execution::layerwise), ChainRule::published), Error);
  CHECK(split_model(chain_starts(cut_into_layers(graph), ChainRule::published), 1).size() == 3);
}

TEST_CASE("the published rule joins neighbours of the listing whose shapes fit") {
  test::ModelWriter model("m");  // two branches, listed one after the other
  const TensorId x = model.unary(model.input({1, 8, 4, 4}));
  const TensorId a = model.conv(x, 8, 1);
  const TensorId b = model.conv(x, 8, 1);
  model.sum(a, b);
  const Graph graph = model.finish();
  CHECK(counts(split(graph, 3)) == Lengths{1, 1, 1, 1});
  CHECK(counts(split(graph, 3, ChainRule::published)) == Lengths{3, 1});
  const Graph residual = test::residual_model(1);
  CHECK_THROWS_AS(chain_starts(cut_into_units(residual, Execution::fused), ChainRule::published), Error);
}

TEST_CASE("G below 1 is an error") {
  CHECK_THROWS_AS(split(test::chain_model(1), 0), Error);
  CHECK_THROWS_AS(split(test::chain_model(1), -3), Error);
}

TEST_CASE("overlapping: from every unit on the longest window") {
  const Graph graph = test::residual_model(1);
  const UnitGraph model = cut_into_units(graph, Execution::layerwise);
  CHECK(counts(overlapping_sequences(chain_starts(model, ChainRule::edges), 3)) ==
        Lengths{3, 3, 3, 3, 3, 2, 1, 2, 1});
}

TEST_CASE("random models are cut as the definition says, and every unit is in exactly one sequence") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  for (int trial = 0; trial < 100; ++trial) {
    const Graph graph = test::random_model(random, test::random_int(random, 1, 40));
    const auto execution = trial % 2 == 0 ? Execution::layerwise : Execution::fused;
    const UnitGraph model = cut_into_units(graph, execution);
    const std::vector<std::uint32_t> starts = chain_starts(model, ChainRule::edges);
    for (std::uint32_t granularity = 1; granularity <= 12; ++granularity) {
      const std::vector<Sequence> sequences = split_model(starts, granularity);
      CHECK(sequences == split_by_definition(model, granularity));
      std::uint32_t covered = 0;
      for (const Sequence& sequence : sequences) {
        CHECK(sequence.first == covered);
        covered += sequence.count;
      }
      CHECK(covered == model.units.size());
    }
  }
}

}  // namespace bricks
