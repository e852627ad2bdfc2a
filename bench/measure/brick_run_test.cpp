#include "bench/measure/brick_run.hpp"

#include "bench/measure/restorer.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/plan/plan.hpp"

#include <doctest/doctest.h>

namespace bricks {
namespace {

class Nothing final : public CacheRestorer {
 public:
  void prepare(BrickRun&) override {}
  void restore(BrickRun&, int, int) override {}
};

// Of a brick with two inputs, written so many multiply-adds and bytes ago.
std::optional<std::size_t> older_input(OpPointer op, InputTouch first, InputTouch second) {
  test::ModelWriter model("two inputs");
  const std::vector<TensorId> inputs = {model.input({1, 16, 4, 4}), model.input({1, 16, 4, 4})};
  model.builder.output(model.add(std::move(op), inputs));
  const auto plan = std::make_shared<const Plan>(make_plan(model.finish(), {}));
  const std::byte no_weights{};
  Nothing restorer;
  const BrickRun brick(
      plan, {&no_weights}, 1,
      std::make_shared<Buffers>(plan->arena_bytes, plan->shared_bytes, plan->scratch_bytes, 1),
      {.last_touch = {.inputs = {first, second}}}, restorer);
  return brick.older_input();
}

InputTouch touched(std::uint64_t macs_since, std::uint64_t bytes_since) {
  return {.macs_since = macs_since, .bytes_since = bytes_since};
}

}  // namespace

TEST_CASE("BrickRun: the older of two summands is what the suite says") {
  const auto sum = std::make_shared<Sum>();
  CHECK(older_input(sum, touched(8, 1), touched(0, 4)) == 0u);
  CHECK(older_input(sum, touched(0, 4), touched(8, 1)) == 1u);
  CHECK(older_input(sum, touched(0, 4), touched(0, 2)) == 0u);
}

TEST_CASE("BrickRun: of summands alike the second is older, of Concat's parts none") {
  CHECK(older_input(std::make_shared<Sum>(), {}, {}) == 1u);
  const auto concat = std::make_shared<Concat>();
  concat->axis = 1;
  CHECK(older_input(concat, touched(8, 1), {}) == std::nullopt);
}

}  // namespace bricks
