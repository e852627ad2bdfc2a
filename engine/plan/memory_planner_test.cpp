#include "engine/graph/builder.hpp"
#include "engine/ops/binary.hpp"
#include "engine/ops/concat.hpp"
#include "engine/ops/conv.hpp"
#include "engine/ops/identity.hpp"
#include "engine/ops/slice.hpp"
#include "engine/ops/unary.hpp"
#include "engine/plan/plan.hpp"
#include "tests/support/kernel_test.hpp"

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// Blocked maps of 4x4 pixels: 64 bytes a channel.
class Maps {
 public:
  TensorId input(std::int64_t channels) {
    return builder_.input(name(), {ElementType::float32, {1, channels, 4, 4}});
  }
  TensorId relu(TensorId x) { return add(std::make_shared<Unary>(UnaryKind::relu), {x}); }
  TensorId identity(TensorId x) { return add(std::make_shared<Identity>(), {x}); }
  TensorId conv(TensorId x) {
    const std::int64_t c = builder_.shape(x)[1];
    auto op = std::make_shared<Conv>();
    op->kernel_shape = {1, 1};
    return add(op, {x, builder_.weight(name(), {ElementType::float32, {c, c, 1, 1}})});
  }
  TensorId sum(TensorId a, TensorId b) {
    return add(std::make_shared<Binary>(Binary::Function::add), {a, b});
  }
  TensorId concat(std::vector<TensorId> parts) { return add(std::make_shared<Concat>(), std::move(parts)); }
  TensorId channels(TensorId x, std::int64_t first, std::int64_t end) {
    auto op = std::make_shared<Slice>();
    op->axes = {1};
    op->starts = {first};
    op->ends = {end};
    return add(op, {x});
  }
  std::vector<TensorId> split(TensorId x, std::vector<std::int64_t> channels) {
    auto op = std::make_shared<Split>();
    op->axis = 1;
    op->split = std::move(channels);
    return builder_.add(name(), op, {x});
  }
  TensorId add(OpPointer op, std::vector<TensorId> inputs) {
    return builder_.add(name(), std::move(op), std::move(inputs))[0];
  }

  Plan plan(Isa isa, std::vector<bool> apart = {}) {
    const Graph graph = builder_.finish();
    PlanContext context;
    context.input_layouts.assign(graph.inputs.size(), Layout::blocked);
    context.output_layouts.assign(graph.outputs.size(), Layout::blocked);
    context.input_lies_elsewhere = std::move(apart);
    return make_plan(graph, {.isa = isa}, context);
  }

 private:
  std::string name() { return "t" + std::to_string(count_++); }
  GraphBuilder builder_{"maps"};
  int count_ = 0;
};

// Channels from the beginning of `whole` to that of `part`.
std::ptrdiff_t channels_to(const Plan& plan, TensorId whole, TensorId part) {
  return (static_cast<std::ptrdiff_t>(plan.places[static_cast<std::size_t>(part)].offset) -
          static_cast<std::ptrdiff_t>(plan.places[static_cast<std::size_t>(whole)].offset)) /
         64;
}

bool overlap(const Plan& plan, TensorId a, TensorId b) {
  const TensorPlace &p = plan.places[static_cast<std::size_t>(a)],
                    &q = plan.places[static_cast<std::size_t>(b)];
  return p.offset < q.offset + q.bytes && q.offset < p.offset + p.bytes;
}

bool copies(const Plan& plan, TensorId id) {
  for (const PlannedUnit& unit : plan.units)
    for (const TensorId output : unit.outputs)
      if (output == id) return unit.kernel != nullptr;
  return false;
}

}  // namespace

TEST_CASE("what a Concat takes is written where it belongs, also through another Concat") {
  test::for_each_isa([](Isa isa) {
    Maps net;
    const TensorId x = net.input(48), a = net.relu(x), b = net.relu(net.input(16)), c = net.concat({a, b}),
                   d = net.relu(x), e = net.concat({d, net.identity(c)});
    const Plan plan = net.plan(isa);
    CHECK(channels_to(plan, c, a) == 0);
    CHECK(channels_to(plan, c, b) == 48);
    CHECK(channels_to(plan, e, d) == 0);
    CHECK(channels_to(plan, e, c) == 48);
    CHECK_FALSE(copies(plan, c));
    CHECK_FALSE(copies(plan, e));
    CHECK(plan.live_bytes <= plan.arena_bytes);
  });
}

TEST_CASE("a Concat copies what does not fill whole channel blocks, and that alone") {
  test::for_each_isa([](Isa isa) {
    Maps net;
    const TensorId a = net.relu(net.input(20)), b = net.relu(net.input(12)), c = net.relu(net.input(17)),
                   y = net.concat({a, b, c});
    const Plan plan = net.plan(isa);
    const bool whole_blocks = isa_info(isa).lanes == 4;
    CHECK(copies(plan, y) != whole_blocks);
    CHECK(overlap(plan, a, y) == whole_blocks);
    CHECK(overlap(plan, b, y) == whole_blocks);
    CHECK(channels_to(plan, y, c) == 32);
  });
}

TEST_CASE("a value has one place: a second Concat, or the same one, copies it") {
  test::for_each_isa([](Isa isa) {
    Maps net;
    const TensorId a = net.relu(net.input(16)), b = net.relu(net.input(16)), first = net.concat({a, b, a}),
                   second = net.concat({net.identity(b), net.relu(first)});
    const Plan plan = net.plan(isa);
    CHECK(channels_to(plan, first, a) == 0);
    CHECK(channels_to(plan, first, b) == 16);
    CHECK(copies(plan, first));
    CHECK(copies(plan, second));
    CHECK_FALSE(overlap(plan, second, b));
  });
}

TEST_CASE("a Concat's inputs from outside lie in it, but for those that lie elsewhere") {
  test::for_each_isa([](Isa isa) {
    Maps net;
    const TensorId a = net.input(16), b = net.input(16), y = net.concat({a, b});
    const Plan together = net.plan(isa);
    CHECK_FALSE(copies(together, y));
    CHECK(channels_to(together, y, b) == 16);
    Maps other;
    const TensorId c = other.input(16), d = other.input(16), z = other.concat({c, d});
    const Plan apart = other.plan(isa, {false, true});
    CHECK(copies(apart, z));
    CHECK(channels_to(apart, z, c) == 0);
    CHECK_FALSE(overlap(apart, z, d));
  });
}

TEST_CASE("channels that are taken out are seen where they lie") {
  test::for_each_isa([](Isa isa) {
    Maps net;
    const TensorId x = net.relu(net.input(64)), cut = net.channels(x, 16, 48), odd = net.channels(x, 1, 17);
    const std::vector<TensorId> parts = net.split(x, {32, 17, 15});
    const Plan plan = net.plan(isa);
    CHECK_FALSE(copies(plan, cut));
    CHECK(channels_to(plan, x, cut) == 16);
    CHECK(copies(plan, odd));
    CHECK_FALSE(overlap(plan, x, odd));
    CHECK(copies(plan, parts[2]));
    CHECK(channels_to(plan, x, parts[1]) == 32);
    CHECK_FALSE(overlap(plan, x, parts[2]));
  });
}

TEST_CASE("nobody overwrites what is seen through something else") {
  test::for_each_isa([](Isa isa) {
    Maps net;
    const TensorId x = net.relu(net.input(32)), cut = net.channels(x, 16, 32), y = net.relu(x),
                   z = net.relu(cut);
    net.concat({net.relu(y), net.relu(z)});
    const Plan plan = net.plan(isa);
    CHECK_FALSE(overlap(plan, x, y));
    CHECK_FALSE(overlap(plan, cut, z));
  });
}

TEST_CASE("a sum is written over its other summand, unless that is what the convolution reads") {
  test::for_each_isa([](Isa isa) {
    Maps net;
    const TensorId x = net.relu(net.input(16)), y = net.sum(net.conv(net.relu(x)), x);
    CHECK(overlap(net.plan(isa), x, y));
    Maps same;
    const TensorId u = same.relu(same.input(16)), v = same.sum(same.conv(u), same.identity(u));
    CHECK_FALSE(overlap(same.plan(isa), u, v));
  });
}

TEST_CASE("a constant has no place, and its reader's output lies where the other input lay") {
  for (const bool constant_first : {true, false})
    test::for_each_isa([&](Isa isa) {
      GraphBuilder builder("product");
      const TensorId x = builder.input("x", {ElementType::float32, {2, 64}});
      const TensorId y = builder.add("relu", std::make_shared<Unary>(UnaryKind::relu), {x})[0];
      const TensorId values = builder.weight("values", {ElementType::float32, {2, 64}});
      const TensorId c = builder.add("constant", std::make_shared<Constant>(), {values})[0];
      const auto product = std::make_shared<Binary>(Binary::Function::mul);
      const TensorId z =
          builder.add("product", product, constant_first ? std::vector{c, y} : std::vector{y, c})[0];
      const Plan plan = make_plan(builder.finish(), {.isa = isa, .execution = Execution::layerwise});
      REQUIRE(plan.units.size() == 2);
      CHECK(plan.units[1].inputs == std::vector{y});
      CHECK(plan.units[1].weights == std::vector{values});
      CHECK(plan.packed_bytes >= 2 * 64 * sizeof(float));
      CHECK(plan.places[static_cast<std::size_t>(c)].bytes == 0);
      CHECK(plan.places[static_cast<std::size_t>(y)].offset ==
            plan.places[static_cast<std::size_t>(z)].offset);
    });
}
