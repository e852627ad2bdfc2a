// ONNX Runtime behind the protocol of ../README.md, through its C API: onnxruntime LIBRARY
#include "bench/backends/onnxruntime/model.hpp"
#include "bench/backends/support/served.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <utility>

namespace bricks::onnxruntime {
namespace {

using nlohmann::json;

constexpr int log_errors = 3;

json described(const std::vector<Value>& values) {
  json all = json::array();
  for (const Value& value : values)
    all.push_back({{"name", value.name}, {"type", value.kind->name}, {"shape", value.dims}});
  return all;
}

class Backend {
 public:
  explicit Backend(const char* library) : api_(library) {}

  json answer(const json& request) {
    const std::string command = request.at("command");
    if (command == "describe")
      return {{"name", "onnxruntime"}, {"version", api_.version()}, {"accepts", {"onnx"}}};
    if (command == "load") return load(request);
    if (command == "run") return run(of(request), request);
    if (command == "outputs") return outputs(of(request), request);
    if (command == "unload")
      return of(request), loaded_.erase(request.at("handle").get<int>()), json::object();
    throw std::runtime_error("unknown command " + command);
  }

 private:
  // One team for all models: threads of a model's own would still spin when the next model runs.
  void start_threads(int threads) {
    if (environment_ && threads == threads_) return;
    if (!loaded_.empty()) throw std::runtime_error("models that stay loaded have to have as many threads");
    if (environment_) api_.release(release_env, std::exchange(environment_, nullptr));
    void* options = nullptr;
    api_.call(create_threading_options, &options);
    api_.call(set_intra_op_threads, options, threads);
    api_.call(set_inter_op_threads, options, 1);
    api_.call(create_env_with_threads, log_errors, "bricks", static_cast<const void*>(options),
              &environment_);
    api_.release(release_threading_options, options);
    share_arena();
    threads_ = threads;
  }

  // One arena for all models too: what a brick allocates within is memory that others have just used, as it
  // is in a model.
  void share_arena() {
    void* memory = nullptr;
    api_.call(create_cpu_memory_info, arena_allocator, default_memory, &memory);
    api_.call(register_allocator, environment_, static_cast<const void*>(memory),
              static_cast<const void*>(nullptr));
    api_.release(release_memory_info, memory);
  }

  json load(const json& request) {
    start_threads(request.at("threads"));
    auto model = std::make_unique<Model>(api_, environment_, request.at("model"), memory_);
    const json inputs = described(model->inputs()), outputs = described(model->outputs());
    loaded_[next_] = std::move(model);
    return {{"handle", next_++}, {"inputs", inputs}, {"outputs", outputs}};
  }

  static json run(Model& model, const json& request) {
    model.prepare(request.at("seed"));
    json times = json::array();
    for (int i = 0; i < request.at("runs"); ++i) {
      const auto begin = std::chrono::steady_clock::now();
      model.run();
      const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - begin;
      times.push_back(time.count());
    }
    return {{"nanoseconds", times}};
  }

  static json outputs(Model& model, const json& request) {
    model.prepare(request.at("seed"));
    model.run();
    json files = json::object();
    for (const Value& output : model.outputs()) {
      const std::string path =
          request.at("directory").get<std::string>() + "/" + bench::numpy_file_name(output.name);
      bench::write_numpy(path, output.kind->numpy, output.dims, output.data, output.bytes());
      files[output.name] = path;
    }
    return {{"files", files}};
  }

  Model& of(const json& request) const {
    const auto found = loaded_.find(request.at("handle").get<int>());
    if (found == loaded_.end()) throw std::runtime_error("no model has this handle");
    return *found->second;
  }

  Api api_;
  TensorMemory memory_;
  void* environment_ = nullptr;
  int threads_ = 0, next_ = 0;
  std::map<int, std::unique_ptr<Model>> loaded_;
};

}  // namespace
}  // namespace bricks::onnxruntime

int main(int count, char** arguments) {
  std::unique_ptr<bricks::onnxruntime::Backend> backend;
  bricks::bench::serve_requests([&](const nlohmann::json& request) {
    if (!backend) backend = std::make_unique<bricks::onnxruntime::Backend>(count > 1 ? arguments[1] : "");
    return backend->answer(request);
  });
}
