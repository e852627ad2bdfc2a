#include "engine/run/branches.hpp"

#include "engine/error.hpp"
#include "engine/run/parallel.hpp"

#include <deque>
#include <vector>

#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

namespace bricks {
namespace {

using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;

// TBB's threads come and go; each is put on its core, denormals flushed, when it enters the arena.
class Entrance : public tbb::task_scheduler_observer {
 public:
  Entrance(tbb::task_arena& arena, int workers) : tbb::task_scheduler_observer(arena), workers_(workers) {
    observe(true);
  }
  ~Entrance() override { observe(false); }
  void on_scheduler_entry(bool) override {
    parallel::settle_thread(tbb::this_task_arena::current_thread_index(), workers_);
  }
  void on_scheduler_exit(bool) override { parallel::unsettle_thread(); }

 private:
  int workers_;
};

}  // namespace

class BranchExecutor::Impl {
 public:
  Impl(Session& session, int workers)
      : session_(session),
        scratch_bytes_(session.plan().scratch_bytes),
        shared_bytes_(session.plan().shared_bytes),
        scratch_(scratch_bytes_ * static_cast<std::size_t>(workers)),
        shared_(shared_bytes_ * static_cast<std::size_t>(workers)),
        limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(workers)),
        arena_(workers, 1),
        entrance_(arena_, workers) {
    arena_.execute([this] { build(); });
  }
  // Nodes know their graph to the end.
  ~Impl() {
    arena_.execute([this] {
      nodes_.clear();
      start_.reset();
      graph_.reset();
    });
  }

  void run() {
    arena_.execute([this] {
      start_->try_put(tbb::flow::continue_msg());
      graph_->wait_for_all();
    });
  }

 private:
  void build() {
    const Plan& plan = session_.plan();
    graph_ = std::make_unique<tbb::flow::graph>();
    start_ = std::make_unique<tbb::flow::broadcast_node<tbb::flow::continue_msg>>(*graph_);
    std::vector<Node*> makes(plan.graph.tensors.size(), nullptr);
    const auto priorities = static_cast<tbb::flow::node_priority_t>(plan.units.size());
    for (std::size_t i = 0; i < plan.units.size(); ++i) {
      const auto priority = priorities - static_cast<tbb::flow::node_priority_t>(i);
      Node& node = nodes_.emplace_back(
          *graph_,
          [this, i](tbb::flow::continue_msg) {
            const auto slot = static_cast<std::size_t>(tbb::this_task_arena::current_thread_index());
            session_.run_unit(i, {0, 1, scratch_.data() + slot * scratch_bytes_},
                              shared_.data() + slot * shared_bytes_);
          },
          priority);
      connect(plan, plan.units[i], node, makes);
    }
  }

  void connect(const Plan& plan, const PlannedUnit& unit, Node& node, std::vector<Node*>& makes) {
    bool waits = false;
    for (TensorId id : unit.inputs)
      if (Node* producer = makes[static_cast<std::size_t>(id)]) {
        tbb::flow::make_edge(*producer, node);
        waits = true;
      }
    if (!waits) tbb::flow::make_edge(*start_, node);
    for (LayerId layer : unit.unit.layers)
      for (TensorId id : plan.graph.layer(layer).outputs) makes[static_cast<std::size_t>(id)] = &node;
  }

  Session& session_;
  std::size_t scratch_bytes_, shared_bytes_;
  Memory scratch_, shared_;
  tbb::global_control limit_;  // TBB starts no more threads than there are cores without being told
  tbb::task_arena arena_;
  Entrance entrance_;
  std::unique_ptr<tbb::flow::graph> graph_;
  std::unique_ptr<tbb::flow::broadcast_node<tbb::flow::continue_msg>> start_;
  std::deque<Node> nodes_;
};

BranchExecutor::BranchExecutor(Session& session, int workers) {
  if (session.plan().options.reuse_memory)
    throw Error(
        "a plan that reuses memory cannot run branches at once, expected one made with reuse_memory = false");
  if (workers < 1) throw Error(std::to_string(workers) + " workers, expected at least 1");
  impl_ = std::make_unique<Impl>(session, workers);
}

BranchExecutor::~BranchExecutor() = default;

void BranchExecutor::run() { impl_->run(); }

}  // namespace bricks
