// Our own engine behind the protocol of README.md, so that it is measured as every other one is.
#pragma once

#include "bench/session/benchmarks.hpp"
#include "engine/run/session.hpp"
#include "engine/weights/weights.hpp"

#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

namespace bricks::bench {

struct ModelWithWeights {
  Graph graph;
  std::unique_ptr<Weights> weights;
};

class Server {
 public:
  using Load = std::function<ModelWithWeights(const std::string& path)>;

  // threads of the options are not used: every request to load says them.
  Server(const EngineOptions& options, Load load) : options_(options), load_(std::move(load)) {}

  // {"error": LINE} for whatever is wrong; the server goes on.
  nlohmann::json answer(const std::string& line);

  // One request a line until the input ends.
  void serve(std::istream& in, std::ostream& out);

 private:
  struct Loaded {
    std::unique_ptr<const Plan> plan;
    std::unique_ptr<Session> session;
  };

  nlohmann::json perform(const nlohmann::json& request);
  nlohmann::json load(const nlohmann::json& request);
  nlohmann::json run(const nlohmann::json& request);
  nlohmann::json outputs(const nlohmann::json& request);
  nlohmann::json unload(const nlohmann::json& request);
  Loaded& loaded(const nlohmann::json& request);

  EngineOptions options_;
  Load load_;
  std::map<std::int64_t, Loaded> models_;
  std::int64_t next_handle_ = 0;
};

}  // namespace bricks::bench
