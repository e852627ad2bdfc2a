#include "bench/measure/brick_run.hpp"

#include "bench/measure/cache_line.hpp"
#include "bench/measure/restorer.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/plan/plan.hpp"

#include <algorithm>

#include <doctest/doctest.h>

namespace bricks {
namespace {

constexpr std::size_t no_cache = 0;  // that could hold anything

class Nothing final : public CacheRestorer {
 public:
  void prepare(BrickRun&) override {}
  void restore(BrickRun&, int, int) override {}
};

// A brick with two inputs, written so many multiply-adds and bytes ago.
class OfTwoInputs {
 public:
  OfTwoInputs(OpPointer op, InputTouch first, InputTouch second, bool ages_inputs = true)
      : brick_(plan(std::move(op)), {&no_weights_}, 1, nullptr,
               {.findings = {{1, {.inputs = {first, second}}}}, .ages_inputs = ages_inputs}, restorer_) {}
  const BrickRun& brick() const { return brick_; }
  std::uint64_t between() const { return brick_.bytes_between_inputs(ageing_, 1 << 20); }

 private:
  static std::shared_ptr<const Plan> plan(OpPointer op) {
    test::ModelWriter model("two inputs");
    const std::vector<TensorId> inputs = {model.input({1, 16, 4, 4}), model.input({1, 16, 4, 4})};
    model.builder.output(model.add(std::move(op), inputs));
    return std::make_shared<const Plan>(make_plan(model.finish(), {}));
  }

  static constexpr std::byte no_weights_{};
  Nothing restorer_;
  BrickRun brick_;
  Exertion exertion_{isa_list[0].isa, 1};
  Ageing ageing_{
      exertion_, 1, 1, {.last_level = 8 << 20, .usable_last_level = 4 << 20, .second_level = 1 << 20}};
};

// A convolution that computes in scratch memory, to whose output a second input is added.
class OfScratch {
 public:
  explicit OfScratch(LastTouch last_touch, bool ages_inputs = true)
      : plan_(plan()),
        weights_(plan_->packed_bytes),
        brick_(plan_, {weights_.data()}, 1, nullptr,
               {.findings = {{1, std::move(last_touch)}}, .ages_inputs = ages_inputs}, restorer_) {
    REQUIRE_FALSE(brick_.session().scratch(0).empty());
  }
  std::uint64_t since(std::size_t cache_bytes = no_cache) const {
    return brick_.bytes_since_scratch(ageing_, cache_bytes);
  }
  std::size_t all_bytes() { return brick_.session().scratch(0).size(); }
  std::size_t old_bytes(std::size_t cache_bytes = no_cache) {
    return brick_.old_scratch(0, cache_bytes).size();
  }
  std::size_t kept_bytes(std::size_t cache_bytes) { return brick_.kept_scratch(0, cache_bytes).size(); }
  // How much of scratch memory, from its beginning, is touched while new inputs are written.
  std::size_t touched_bytes() {
    const std::span<std::byte> scratch = brick_.session().scratch(0);
    std::ranges::fill(scratch, std::byte{7});
    brick_.write_new_inputs(1 << 20, 0, 1, exertion_, ageing_);
    const auto touched = [](std::byte each) { return each != std::byte{7}; };
    const auto last = std::ranges::find_if(scratch.rbegin(), scratch.rend(), touched);
    const auto bytes = static_cast<std::size_t>(scratch.rend() - last);
    for (std::size_t at = 0; at < bytes; at += cache_line) CHECK(touched(scratch[at]));
    return bytes;
  }

 private:
  static std::shared_ptr<const Plan> plan() {
    test::ModelWriter model("convolution and summand");
    const TensorId x = model.input({1, 64, 32, 32}), other = model.input({1, 64, 32, 32});
    model.builder.output(model.sum(model.conv(x, 64, 3), other));
    return std::make_shared<const Plan>(make_plan(model.finish(), {}));
  }

  Nothing restorer_;
  std::shared_ptr<const Plan> plan_;
  std::vector<std::byte> weights_;
  BrickRun brick_;
  Exertion exertion_{isa_list[0].isa, 1};
  Ageing ageing_{
      exertion_, 1, 1, {.last_level = 8 << 20, .usable_last_level = 4 << 20, .second_level = 1 << 20}};
};

std::optional<std::size_t> older_input(OpPointer op, InputTouch first, InputTouch second) {
  return OfTwoInputs(std::move(op), first, second).brick().older_input();
}

InputTouch touched(std::uint64_t macs_since, std::uint64_t bytes_since) {
  return {.macs_since = macs_since, .bytes_since = bytes_since};
}

// Of a brick whose input's memory was touched so many bytes before the input was written.
class OfOneInput {
 public:
  explicit OfOneInput(std::optional<std::uint64_t> memory_age_bytes)
      : plan_(plan()),
        brick_(plan_, {&no_weights_}, 1, nullptr,
               {.findings = {{1, {.inputs = {{.memory_age_bytes = memory_age_bytes}}}}}}, restorer_) {}

  static constexpr std::size_t input_bytes = sizeof(float) * 16 * 32 * 32;
  // Whether memory that was touched less than so many bytes ago is touched, all of it or nothing.
  bool touches_input(std::uint64_t less_than_bytes) {
    std::byte* data = brick_.session().input(0);
    std::fill_n(data, input_bytes, std::byte{7});
    Exertion exertion(plan_->options.isa, 1);
    brick_.touch_new_input_memory({0, less_than_bytes}, no_cache, 0, 1, exertion);
    std::size_t touched = 0;
    for (std::size_t at = 0; at < input_bytes; at += 64) touched += data[at] != std::byte{7};
    CHECK((touched == 0 || touched == input_bytes / 64));
    return touched > 0;
  }

 private:
  static std::shared_ptr<const Plan> plan() {
    test::ModelWriter model("one input");
    model.builder.output(model.unary(model.input({1, 16, 32, 32})));
    return std::make_shared<const Plan>(make_plan(model.finish(), {}));
  }

  static constexpr std::byte no_weights_{};
  Nothing restorer_;
  std::shared_ptr<const Plan> plan_;
  BrickRun brick_;
};

// Bytes of an output's memory that are touched where its parts were touched as said, of an age.
std::size_t touched_output_bytes(std::vector<TouchedRun> runs, BrickRun::Age age) {
  test::ModelWriter model("one output");
  model.builder.output(model.unary(model.conv(model.input({1, 16, 32, 32}), 16, 1)));
  const auto plan = std::make_shared<const Plan>(make_plan(model.finish(), {}));
  const std::vector<std::byte> weights(plan->packed_bytes);
  Nothing restorer;
  BrickRun brick(plan, {weights.data()}, 1, nullptr,
                 {.findings = {{1, {.outputs = {OutputTouch{Spread::pieces, std::move(runs)}}}}}}, restorer);
  const TensorId id = plan->graph.outputs[0];
  std::byte* data = brick.session().tensor(id);
  const std::size_t bytes = plan->places[static_cast<std::size_t>(id)].bytes;
  std::fill_n(data, bytes, std::byte{7});
  Exertion exertion(plan->options.isa, 1);
  std::size_t lines = 0;
  const bool found = brick.leave_outputs(age, 0, 1, exertion);
  for (std::size_t at = 0; at < bytes; at += 64) lines += data[at] != std::byte{7};
  CHECK(found == (lines > 0));
  return lines * 64;
}

bool touches_weights(bool has_weights, double lost_share) {
  test::ModelWriter model("a convolution or none");
  const TensorId x = model.input({1, 16, 4, 4});
  model.builder.output(has_weights ? model.conv(x, 16, 3) : model.add(make_op("Relu"), {x}));
  const auto plan = std::make_shared<const Plan>(make_plan(model.finish(), {}));
  const std::vector<std::byte> weights(plan->packed_bytes + 1);
  Nothing restorer;
  BrickRun brick(plan, {weights.data()}, 1, nullptr, {.lost_weights_share = lost_share}, restorer);
  Exertion exertion(plan->options.isa, 1);
  return brick.touch_weights(0, 1, exertion);
}

// That so much of scratch memory as the unit before uses is touched with new inputs, and the rest is old.
void check_scratch_in_use(const std::vector<InputTouch>& inputs) {
  for (const bool ages_inputs : {true, false})
    for (const std::uint64_t percent : {0, 1, 50, 100}) {
      OfScratch brick({.inputs = inputs, .scratch = {percent, 1024}}, ages_inputs);
      const std::size_t in_use = brick.all_bytes() * percent / 100;
      CHECK(brick.old_bytes() >= brick.all_bytes() - in_use);
      CHECK(brick.old_bytes() < brick.all_bytes() - in_use + cache_line);
      // The last line is touched at its beginning.
      CHECK(brick.touched_bytes() + brick.old_bytes() <= brick.all_bytes());
      CHECK(brick.touched_bytes() + brick.old_bytes() + cache_line > brick.all_bytes());
    }
}

}  // namespace

TEST_CASE("BrickRun: weights are read before a run where the model keeps them, and where there are any") {
  CHECK(touches_weights(true, 0.5));
  CHECK_FALSE(touches_weights(true, 0));
  CHECK_FALSE(touches_weights(false, 1));
}

TEST_CASE("BrickRun: an input's memory is touched where units came back to it within so many bytes") {
  constexpr std::uint64_t both_units = 2 * OfOneInput::input_bytes;
  CHECK(OfOneInput(0).touches_input(both_units + 1));
  CHECK_FALSE(OfOneInput(0).touches_input(both_units));
  CHECK(OfOneInput(1 << 20).touches_input((1 << 20) + both_units + 1));
  CHECK_FALSE(OfOneInput(1 << 20).touches_input((1 << 20) + both_units));
  CHECK_FALSE(OfOneInput(std::nullopt).touches_input(std::uint64_t{1} << 40));
}

TEST_CASE("BrickRun: an output's parts are touched with those of their age, whoever did so") {
  constexpr std::size_t bytes = sizeof(float) * 16 * 32 * 32;
  const std::vector<TouchedRun> runs = {{16, Toucher::own, 0},
                                        {16, Toucher::lent, 1024},
                                        {24, Toucher::shared, 1024},
                                        {8, Toucher::taken, 4096}};
  CHECK(touched_output_bytes(runs, {0, 1024}) == bytes / 4);
  CHECK(touched_output_bytes(runs, {1024, 4096}) == bytes / 8 * 5);
  CHECK(touched_output_bytes(runs, {0, 8192}) == bytes);
  CHECK(touched_output_bytes(runs, {8192, 16384}) == 0);
}

TEST_CASE("BrickRun: the older of two summands is what the suite says") {
  const auto sum = std::make_shared<Sum>();
  CHECK(older_input(sum, touched(8, 1), touched(0, 4)) == 0u);
  CHECK(older_input(sum, touched(0, 4), touched(8, 1)) == 1u);
  CHECK(older_input(sum, touched(0, 4), touched(0, 2)) == 0u);
}

TEST_CASE("BrickRun: scratch memory is as old as its suite says, or else as the newest input") {
  const auto since = [](std::uint64_t first, std::uint64_t second, ScratchTouch scratch) {
    return OfScratch({.inputs = {touched(0, first), touched(0, second)}, .scratch = scratch}).since();
  };
  CHECK(since(4096, 1024, {.age_bytes = 8192}) == 8192);
  CHECK(since(4096, 1024, {.in_use_percent = 50, .age_bytes = 8192}) == 8192);
  CHECK(since(4096, 1024, {}) == 1024);
  CHECK(since(512, 1024, {}) == 512);
  CHECK(since(512, 1024, {.in_use_percent = 100}) == 0);
}

TEST_CASE("BrickRun: scratch memory is kept where caches hold it and what was gone over since, twice") {
  OfScratch brick(
      {.inputs = {touched(0, 1024), touched(0, 1024)}, .scratch = {.in_use_percent = 50, .age_bytes = 8192}});
  const std::size_t rest = brick.old_bytes(), enough = 2 * (brick.all_bytes() + 8192);
  CHECK(rest == brick.all_bytes() / 2);
  CHECK(brick.kept_bytes(enough) == rest);
  CHECK(brick.old_bytes(enough) == 0);
  CHECK(brick.since(enough) == 0);
  CHECK(brick.kept_bytes(enough - 1) == 0);
  CHECK(brick.old_bytes(enough - 1) == rest);
  CHECK(brick.since(enough - 1) == 8192);
  OfScratch ancient({.inputs = {touched(0, 1024), touched(0, 1024)}, .scratch = {.age_bytes = ~0ull}});
  CHECK(ancient.kept_bytes(1 << 30) == 0);
  OfScratch unknown({.inputs = {touched(0, 1024), touched(0, 1024)}});
  CHECK(unknown.kept_bytes(1 << 30) == 0);
}

TEST_CASE("BrickRun: scratch memory of the unit before is touched while its output is written, not before") {
  check_scratch_in_use({touched(0, 1024), touched(8, 4096)});
}

TEST_CASE("BrickRun: scratch memory of the unit before is in use where all inputs are old, too") {
  const std::vector<InputTouch> inputs = {touched(0, 16 << 20), touched(8, 64 << 20)};
  check_scratch_in_use(inputs);
  OfScratch brick({.inputs = inputs, .scratch = {.in_use_percent = 50, .age_bytes = 1024}});
  CHECK(brick.old_bytes() == brick.all_bytes() / 2);
  CHECK(brick.touched_bytes() > brick.all_bytes() / 2 - cache_line);
}

TEST_CASE("BrickRun: what was gone over between a residual and the newer input, or since where none is new") {
  const auto between = [](InputTouch first, InputTouch second) {
    return OfTwoInputs(std::make_shared<Sum>(), first, second).between();
  };
  CHECK(between(touched(8, 4096), touched(0, 1024)) == 3072);
  CHECK(between(touched(0, 1024), touched(8, 4096)) == 3072);
  // Both long gone.
  CHECK(between(touched(8, 64 << 20), touched(0, 16 << 20)) == 64 << 20);
}

TEST_CASE("BrickRun: run by run what another one of the executions finds, each as often as there are") {
  test::ModelWriter model("one input");
  model.builder.output(model.unary(model.input({1, 16, 32, 32})));
  const auto plan = std::make_shared<const Plan>(make_plan(model.finish(), {}));
  constexpr std::byte no_weights{};
  Nothing restorer;
  const LastTouch near{.inputs = {touched(0, 0)}}, far{.inputs = {touched(0, 64 << 20)}};
  BrickRun brick(plan, {&no_weights}, 1, nullptr, {.findings = {{2, near}, {1, far}}}, restorer);
  Exertion exertion(plan->options.isa, 1);
  const auto is_old = [&] { return brick.write_old_inputs(1 << 20, 0, 1, exertion); };
  CHECK_FALSE(is_old());  // before the first one the most frequent
  for (int again = 0; again < 2; ++again)
    for (const bool expected : {false, true, false}) {
      brick.next_finding();
      CHECK(is_old() == expected);
    }
}

TEST_CASE("BrickRun: of a model within the last level only what is more than is usable of it counts") {
  const auto within = [](std::uint64_t old, std::uint64_t recent) {
    return OfTwoInputs(std::make_shared<Sum>(), touched(8, old), touched(0, recent), false);
  };
  CHECK(within(4096, 1024).between() == 0);
  CHECK(within(4 << 20, 1024).between() == (4 << 20) - 1024);
  const auto since_scratch = [](std::uint64_t bytes) {
    return OfScratch({.inputs = {touched(0, bytes), touched(8, 4 * bytes)}}, false).since();
  };
  CHECK(since_scratch(1024) == 0);
  CHECK(since_scratch(4 << 20) == 4 << 20);
}

TEST_CASE("BrickRun: of summands alike the second is older, of Concat's parts none") {
  CHECK(older_input(std::make_shared<Sum>(), {}, {}) == 1u);
  const auto concat = std::make_shared<Concat>();
  concat->axis = 1;
  CHECK(older_input(concat, touched(8, 1), {}) == std::nullopt);
}

}  // namespace bricks
