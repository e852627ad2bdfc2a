// An engine in a process of its own, spoken to by the protocol of README.md; what it answers is checked.
#pragma once

#include "bench/backends/process.hpp"
#include "bench/infer/npy.hpp"
#include "engine/optimise/units.hpp"
#include "kernels/isa/isa.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace bricks::bench {

struct EngineProgram {
  std::string name;  // what people call it
  std::string path;
  std::vector<std::string> arguments = {};
};

// Our own engine as a backend: this very program, serving. table: a file of its tuning table; "" for none.
EngineProgram own_engine(Execution execution, Isa isa, const std::string& table = "");

class BackendEngine {
 public:
  // Starts it, confined to one processor a thread, those that our own team takes. Throws Error, like all
  // functions here, when the program cannot be started or answers otherwise than the protocol says.
  BackendEngine(const EngineProgram& program, int threads, Between between = Between::stopped);

  const std::string& version() const { return version_; }

  // path: an ONNX file. layouts: of the protocol; "" for none. Returns its handle.
  std::int64_t load(const std::string& path, const std::string& layouts = "");
  void unload(std::int64_t handle);
  // Each run's nanoseconds, at least 1.
  std::vector<double> run(std::int64_t handle, int runs, std::uint32_t seed);
  // One run's outputs by name; folder: where they may be written in between.
  std::map<std::string, NpyArray> outputs(std::int64_t handle, std::uint32_t seed, const std::string& folder);

 private:
  nlohmann::json request(const nlohmann::json& request);

  BackendProcess process_;
  std::string name_, version_;
  int threads_;
};

}  // namespace bricks::bench
