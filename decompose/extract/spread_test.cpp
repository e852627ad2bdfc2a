#include "decompose/extract/spread.hpp"

#include "decompose/test_support/models.hpp"
#include "engine/error.hpp"
#include "engine/ops/pool.hpp"
#include "engine/ops/reduce.hpp"
#include "engine/ops/transpose.hpp"

#include <doctest/doctest.h>

namespace bricks {
namespace {

struct Spreads {
  Spread read, written;
  bool operator==(const Spreads&) const = default;
};

// Of the last layer.
Spreads spreads_of(const Graph& graph) {
  const UnitGraph model = cut_into_units(graph, Execution::layerwise);
  const std::size_t unit = model.units.size() - 1;
  return {read_spread(model, unit, graph.layers.back().inputs[0]), written_spread(model, unit)};
}

Spreads convolution(Shape input, std::int64_t channels, std::int64_t kernel) {
  test::ModelWriter model("m");
  model.conv(model.input(std::move(input)), channels, kernel);
  return spreads_of(model.finish());
}

constexpr Spreads by_rows{Spread::rows, Spread::rows}, by_channels{Spread::shared, Spread::pieces};

}  // namespace

TEST_CASE("convolutions are shared by what weighs less, their input or their weights") {
  CHECK(convolution({1, 64, 56, 56}, 64, 3) == by_rows);
  CHECK(convolution({1, 512, 14, 14}, 512, 3) == by_channels);
  CHECK(convolution({1, 64, 56, 56}, 256, 1) == by_rows);
  // Winograd's filters are four times the weights, and count half.
  CHECK(convolution({1, 128, 64, 64}, 128, 3) == by_rows);
  CHECK(convolution({1, 192, 56, 56}, 192, 3) == by_channels);
  CHECK(convolution({1, 128, 64, 64}, 128, 1) == by_rows);
}

TEST_CASE("what cannot be halved evenly is not") {
  CHECK(convolution({1, 3, 7, 7}, 64, 3) == by_channels);
  CHECK(convolution({1, 16, 64, 64}, 32, 3) == by_rows);
}

TEST_CASE("matrix products read all, everything else has its own piece") {
  test::ModelWriter product("m");
  product.linear(product.input({1, 64}), 32);
  CHECK(spreads_of(product.finish()) == by_channels);
  test::ModelWriter activation("m");
  activation.unary(activation.input({1, 64, 56, 56}));
  CHECK(spreads_of(activation.finish()) == Spreads{Spread::pieces, Spread::pieces});
}

TEST_CASE("a transposition reads some of everything") {
  test::ModelWriter model("m");
  auto transpose = std::make_shared<Transpose>();
  transpose->perm = {0, 2, 1, 3};
  model.add(std::move(transpose), {model.input({1, 64, 8, 8})});
  CHECK(spreads_of(model.finish()) == Spreads{Spread::rows, Spread::pieces});
}

TEST_CASE("one worker pools the maps of one block of channels") {
  const auto pooled = [](std::int64_t channels) {
    test::ModelWriter model("m");
    model.add(std::make_shared<GlobalAveragePool>(), {model.conv(model.input({1, 3, 56, 56}), channels, 3)});
    return spreads_of(model.finish()).read;
  };
  CHECK(pooled(16) == Spread::first);
  CHECK(pooled(32) == Spread::pieces);
}

TEST_CASE("who sums up over channels reads rows") {
  for (const std::int64_t axis : {1, 3}) {
    test::ModelWriter model("m");
    model.add(std::make_shared<Reduce>(Reduce::Function::sum, std::vector{axis}, false),
              {model.input({1, 1152, 10, 16})});
    CHECK(spreads_of(model.finish()) == Spreads{axis == 1 ? Spread::rows : Spread::pieces, Spread::pieces});
  }
}

TEST_CASE("a residual is read as the sum is written") {
  test::ModelWriter model("m");
  const TensorId x = model.conv(model.input({1, 64, 56, 56}), 64, 3);
  model.max_pool(model.sum(model.conv(x, 64, 3), x));
  const Graph graph = model.finish();
  const UnitGraph units = cut_into_units(graph, Execution::fused);
  REQUIRE(units.units.size() == 3);
  CHECK(read_spread(units, 1, x) == Spread::rows);
}

TEST_CASE("names of spreads") {
  for (const Spread spread : {Spread::pieces, Spread::rows, Spread::shared, Spread::first})
    CHECK(spread_from_name(spread_name(spread)) == spread);
  CHECK_THROWS_AS(spread_from_name("columns"), Error);
}

}  // namespace bricks
