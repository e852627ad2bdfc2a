#include "engine/run/branches.hpp"

#include "bench/zoo/zoo.hpp"
#include "engine/error.hpp"
#include "engine/plan/unit_order.hpp"
#include "engine/run/parallel.hpp"
#include "tests/support/random_graph.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

// TBB's library is not instrumented: ThreadSanitizer sees its queues, but not what orders them.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
constexpr bool thread_sanitizer = true;
#else
constexpr bool thread_sanitizer = false;
#endif
#else
constexpr bool thread_sanitizer = false;
#endif

std::vector<std::vector<float>> outputs(const Session& session) {
  std::vector<std::vector<float>> all;
  for (std::size_t i = 0; i < session.plan().graph.outputs.size(); ++i) {
    const Tensor& tensor = session.plan().graph.tensor(session.plan().graph.outputs[i]);
    all.emplace_back(static_cast<std::size_t>(element_count(tensor.shape)));
    session.read_output(i, all.back().data());
  }
  return all;
}

void write_inputs(Session& session) {
  const Graph& graph = session.plan().graph;
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    std::vector<float> values(static_cast<std::size_t>(element_count(graph.tensor(graph.inputs[i]).shape)));
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<float>(k % 23) / 23;
    session.write_input(i, values.data());
  }
}

bool same_bits(const std::vector<std::vector<float>>& a, const std::vector<std::vector<float>>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].size() != b[i].size() || std::memcmp(a[i].data(), b[i].data(), a[i].size() * sizeof(float)) != 0)
      return false;
  return true;
}

// Units in a random order among those that their values allow.
void run_shuffled(const Session& session, test::Random& random) {
  const Plan& plan = session.plan();
  const UnitOrder order(plan.graph, plan.units);
  Memory scratch(plan.scratch_bytes), shared(plan.shared_bytes);
  std::vector<std::size_t> left(plan.units.size());
  for (std::size_t unit = 0; unit < left.size(); ++unit) left[unit] = unit;
  while (!left.empty()) {
    std::vector<std::size_t> ready;
    for (const std::size_t unit : left)
      if (std::none_of(left.begin(), left.end(),
                       [&](std::size_t other) { return order.before(other, unit); }))
        ready.push_back(unit);
    const std::size_t unit =
        ready[static_cast<std::size_t>(test::random_int(random, 0, static_cast<int>(ready.size()) - 1))];
    session.run_unit(unit, {0, 1, scratch.data()}, shared.data());
    left.erase(std::find(left.begin(), left.end(), unit));
  }
}

void check_shuffled(const Graph& graph, test::Random& random) {
  const Plan in_a_row = make_plan(graph, {}), plan = make_plan(graph, {.branches = true});
  const auto packed = pack_weights(plan, *synthetic_weights(3));
  Session sequential(in_a_row, packed, 1), session(plan, packed, 1);
  write_inputs(sequential);
  write_inputs(session);
  sequential.run();
  for (int run = 0; run < 3; ++run) {
    parallel::team(1, [&](int, int) { run_shuffled(session, random); });
    CHECK(same_bits(outputs(sequential), outputs(session)));
  }
}

}  // namespace

TEST_CASE("no order of units that the graph allows shows in the outputs") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  for (int i = 0; i < 60; ++i) {
    const Graph graph = test::RandomGraph(random).make(1 + i % 30);
    if (!graph.layers.empty()) check_shuffled(graph, random);
  }
  for (const char* name : {"inception_v1", "squeezenet_v1.1", "fan2d"})
    check_shuffled(zoo::build(zoo::find(name), zoo::find(name).small), random);
}

TEST_CASE("branches take little more memory than units in a row") {
  const Graph graph = zoo::build(zoo::find("inception_v1"));
  const std::size_t in_a_row = make_plan(graph, {}).arena_bytes;
  const std::size_t branches = make_plan(graph, {.branches = true}).arena_bytes;
  CHECK(branches >= in_a_row);
  CHECK(branches <= 2 * in_a_row);
}

TEST_CASE("branches at once give the sequential run's outputs bit for bit" *
          doctest::skip(thread_sanitizer)) {
  for (const char* name : {"inception_v1", "squeezenet_v1.1", "fan2d", "yolo_v2", "adain_style"}) {
    CAPTURE(name);
    const zoo::Entry& entry = zoo::find(name);
    PlanOptions options;
    options.branches = true;
    const Plan plan = make_plan(zoo::build(entry, entry.small), options);
    const auto packed = pack_weights(plan, *synthetic_weights(3));
    Session sequential(plan, packed, 2), parallel_session(plan, packed, 1);
    write_inputs(sequential);
    write_inputs(parallel_session);
    sequential.run();
    parallel::sleep_team();
    for (int workers = 1; workers <= 3; ++workers) {
      CAPTURE(workers);
      BranchExecutor executor(parallel_session, workers);
      for (int run = 0; run < 5; ++run) executor.run();
      CHECK(same_bits(outputs(sequential), outputs(parallel_session)));
    }
  }
}

TEST_CASE("branches at once need a plan made for them, and a worker") {
  const zoo::Entry& entry = zoo::find("vgg16");
  const Plan plan = make_plan(zoo::build(entry, entry.small), {});
  Session session(plan, pack_weights(plan, *synthetic_weights(1)), 1);
  CHECK_THROWS_AS(BranchExecutor(session, 2), Error);

  PlanOptions options;
  options.branches = true;
  const Plan apart = make_plan(zoo::build(entry, entry.small), options);
  Session ready(apart, pack_weights(apart, *synthetic_weights(1)), 1);
  CHECK_THROWS_AS(BranchExecutor(ready, 0), Error);
}
