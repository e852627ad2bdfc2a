// A whole model as the harness times it: unit after unit on a team, or its branches at once.
#pragma once

#include "bench/measure/clock.hpp"
#include "bench/session/model_run.hpp"
#include "compose/rules/rules.hpp"

#include <memory>

namespace bricks {

class WholeModel : public Subject {
 public:
  virtual const Plan& plan() const = 0;
  // One more pass, with every unit's times.
  virtual std::vector<UnitRun> traced_pass() = 0;
};

struct BranchOptions {
  int workers = 0;          // 0: unit after unit, on a team of EngineOptions::threads
  OverlapRules rules = {};  // which units may run at once
};

// With workers, data-independent branches run at once, every unit on one thread whatever options.threads
// says.
std::unique_ptr<WholeModel> make_whole_model(Clock& clock, const Graph& model, const EngineOptions& options,
                                             const BranchOptions& branches, Weights& weights);

}  // namespace bricks
