#include "bench/backends/server.hpp"

#include "bench/backends/seeded_values.hpp"
#include "bench/infer/infer.hpp"
#include "bench/measure/clock.hpp"
#include "bench/report/build_info.hpp"
#include "bench/report/json_line.hpp"
#include "decompose/extract/context.hpp"
#include "engine/error.hpp"
#include "engine/formats/json.hpp"

#include <filesystem>
#include <iostream>
#include <new>

namespace bricks::bench {
namespace {

using nlohmann::json;

constexpr std::int64_t most_runs = 1'000'000, most_threads = 1024;

std::int64_t whole_number(const json& request, const char* key, std::int64_t low, std::int64_t high) {
  const auto found = request.find(key);
  if (found == request.end() || !found->is_number_integer() || *found < low || *found > high)
    throw Error(std::string("'") + key + "': found " + describe(found == request.end() ? nullptr : &*found) +
                ", expected a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return *found;
}

std::uint32_t seed_of(const json& request) {
  return static_cast<std::uint32_t>(whole_number(request, "seed", 0, std::int64_t{0xFFFFFFFF}));
}

json describe_tensors(const Graph& graph, const std::vector<TensorId>& ids) {
  json rows = json::array();
  for (const TensorId id : ids) {
    const Tensor& tensor = graph.tensor(id);
    rows.push_back(
        {{"name", tensor.name}, {"type", element_type_name(tensor.type)}, {"shape", tensor.shape}});
  }
  return rows;
}

void write_seeded(Session& session, std::uint32_t seed) {
  const Graph& graph = session.plan().graph;
  for (std::size_t i = 0; i < graph.inputs.size(); ++i)
    session.write_input(
        i, seeded_values(graph.tensor(graph.inputs[i]), seed, static_cast<std::uint32_t>(i)).data());
}

std::string write_output(const Session& session, std::size_t index, const std::string& folder) {
  const Graph& graph = session.plan().graph;
  const Tensor& tensor = graph.tensor(graph.outputs[index]);
  NpyArray array{tensor.type, tensor.shape, {}};
  array.bytes.resize(tensor_bytes(tensor, Layout::plain, 1));
  session.read_output(index, array.bytes.data());
  const std::string path = (std::filesystem::path(folder) / (file_name(tensor.name) + ".npy")).string();
  write_npy(array, path);
  return path;
}

}  // namespace

json Server::answer(const std::string& line) {
  try {
    return perform(parse_json(line, "request"));
  } catch (const Error& error) {
    return {{"error", error.what()}};
  } catch (const std::bad_alloc&) {
    return {{"error", "not enough memory"}};
  }
}

void Server::serve(std::istream& in, std::ostream& out) {
  for (std::string line; std::getline(in, line);) out << json_line(answer(line)) << std::endl;
}

json Server::perform(const json& request) {
  const std::string command = string_member(request, "command");
  if (command == "describe")
    return {{"name", "bricks"}, {"version", build_info().version}, {"accepts", {"onnx", "json"}}};
  if (command == "load") return load(request);
  if (command == "run") return run(request);
  if (command == "outputs") return outputs(request);
  if (command == "unload") return unload(request);
  throw Error("unknown command " + shortened(command));
}

json Server::load(const json& request) {
  const int threads = static_cast<int>(whole_number(request, "threads", 1, most_threads));
  PlanContext context;
  if (request.contains("layouts")) context = parse_variant(string_member(request, "layouts"));
  ModelWithWeights model = load_(string_member(request, "model"));
  Loaded made;
  made.plan = std::make_unique<const Plan>(make_plan(model.graph, plan_options(options_), context));
  made.session = std::make_unique<Session>(*made.plan, pack_weights(*made.plan, *model.weights), threads);
  models_[next_handle_] = std::move(made);
  return {{"handle", next_handle_++},
          {"inputs", describe_tensors(model.graph, model.graph.inputs)},
          {"outputs", describe_tensors(model.graph, model.graph.outputs)}};
}

json Server::run(const json& request) {
  Session& session = *loaded(request).session;
  const std::int64_t runs = whole_number(request, "runs", 1, most_runs);
  write_seeded(session, seed_of(request));
  json nanoseconds = json::array();
  for (std::int64_t i = 0; i < runs; ++i) {
    const std::int64_t begin = monotonic_clock().now_ns();
    session.run();
    nanoseconds.push_back(monotonic_clock().now_ns() - begin);
  }
  return {{"nanoseconds", std::move(nanoseconds)}};
}

json Server::outputs(const json& request) {
  Session& session = *loaded(request).session;
  const std::string folder = string_member(request, "directory");
  write_seeded(session, seed_of(request));
  session.run();
  json files = json::object();
  const Graph& graph = session.plan().graph;
  for (std::size_t i = 0; i < graph.outputs.size(); ++i)
    files[graph.tensor(graph.outputs[i]).name] = write_output(session, i, folder);
  return {{"files", std::move(files)}};
}

json Server::unload(const json& request) {
  loaded(request);
  models_.erase(request["handle"].get<std::int64_t>());
  return json::object();
}

Server::Loaded& Server::loaded(const json& request) {
  const auto found = models_.find(whole_number(request, "handle", 0, next_handle_));
  if (found == models_.end()) throw Error("no model has the handle " + request["handle"].dump());
  return found->second;
}

}  // namespace bricks::bench
