#include "bench/backends/engine.hpp"

#include "engine/error.hpp"
#include "engine/formats/json.hpp"
#include "engine/run/topology.hpp"

#include <algorithm>
#include <filesystem>

namespace bricks::bench {
namespace {

using nlohmann::json;

// None where there are fewer than threads: then all may be used.
std::vector<int> processors_for(int threads) {
  const std::vector<int>& all = topology().processors;
  if (threads > static_cast<int>(all.size())) return {};
  return {all.begin(), all.begin() + threads};
}

}  // namespace

EngineProgram own_engine(Execution execution, Isa isa, const std::string& table) {
  std::error_code ignored;
  const std::string path = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  EngineProgram program{"bricks",
                        path,
                        {"serve", "--execution", std::string(execution_name(execution)), "--isa",
                         std::string(isa_info(isa).name)}};
  if (!table.empty()) program.arguments.insert(program.arguments.end(), {"--tune", table});
  return program;
}

BackendEngine::BackendEngine(const EngineProgram& program, int threads, Between between)
    : process_(program.path, processors_for(threads), program.arguments, between),
      name_(program.name),
      threads_(threads) {
  const json answer = request({{"command", "describe"}});
  version_ = within(name_, [&] { return string_member(answer, "version"); });
}

json BackendEngine::request(const json& request) { return process_.request(request); }

std::int64_t BackendEngine::load(const std::string& path, const std::string& layouts) {
  json asked = {{"command", "load"}, {"model", path}, {"threads", threads_}};
  if (!layouts.empty()) asked["layouts"] = layouts;
  const json answer = request(asked);
  const auto handle = answer.find("handle");
  if (handle == answer.end() || !handle->is_number_integer())
    throw Error(name_ + ": loading a model gave no handle");
  return *handle;
}

void BackendEngine::unload(std::int64_t handle) { request({{"command", "unload"}, {"handle", handle}}); }

std::vector<double> BackendEngine::run(std::int64_t handle, int runs, std::uint32_t seed) {
  const json answer = request({{"command", "run"}, {"handle", handle}, {"runs", runs}, {"seed", seed}});
  const json& times = within(name_, [&]() -> const json& { return array_member(answer, "nanoseconds"); });
  std::vector<double> nanoseconds;
  for (const json& time : times)
    if (time.is_number()) nanoseconds.push_back(std::max(1.0, time.get<double>()));
  if (nanoseconds.size() != static_cast<std::size_t>(runs))
    throw Error(name_ + ": " + std::to_string(nanoseconds.size()) + " times of " + std::to_string(runs) +
                " runs");
  return nanoseconds;
}

std::map<std::string, NpyArray> BackendEngine::outputs(std::int64_t handle, std::uint32_t seed,
                                                       const std::string& folder) {
  const json answer =
      request({{"command", "outputs"}, {"handle", handle}, {"seed", seed}, {"directory", folder}});
  const auto files = answer.find("files");
  if (files == answer.end() || !files->is_object()) throw Error(name_ + ": its outputs are no files");
  std::map<std::string, NpyArray> arrays;
  for (const auto& [tensor, path] : files->items())
    if (path.is_string()) arrays[tensor] = read_npy(path.get<std::string>());
  return arrays;
}

}  // namespace bricks::bench
