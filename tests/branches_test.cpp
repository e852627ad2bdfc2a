#include "engine/run/branches.hpp"

#include "bench/zoo/zoo.hpp"
#include "engine/error.hpp"
#include "engine/run/parallel.hpp"

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

}  // namespace

TEST_CASE("branches at once give the sequential run's outputs bit for bit" *
          doctest::skip(thread_sanitizer)) {
  for (const char* name : {"inception_v1", "squeezenet_v1.1", "fan2d", "yolo_v2", "adain_style"}) {
    CAPTURE(name);
    const zoo::Entry& entry = zoo::find(name);
    PlanOptions options;
    options.reuse_memory = false;
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

TEST_CASE("branches at once need a plan in which no place is taken twice, and a worker") {
  const zoo::Entry& entry = zoo::find("vgg16");
  const Plan plan = make_plan(zoo::build(entry, entry.small), {});
  Session session(plan, pack_weights(plan, *synthetic_weights(1)), 1);
  CHECK_THROWS_AS(BranchExecutor(session, 2), Error);

  PlanOptions options;
  options.reuse_memory = false;
  const Plan apart = make_plan(zoo::build(entry, entry.small), options);
  Session ready(apart, pack_weights(apart, *synthetic_weights(1)), 1);
  CHECK_THROWS_AS(BranchExecutor(ready, 0), Error);
}
