// oneDNN behind the protocol of ../README.md: onednn direct|winograd
#include "bench/backends/onednn/builder.hpp"
#include "bench/backends/support/served.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <omp.h>
#include <stdexcept>

namespace bricks::onednn {
namespace {

using nlohmann::json;

struct Loaded {
  Model model;
  Network network;
};

std::string isa_name() {
  switch (dnnl::get_effective_cpu_isa()) {
    case dnnl::cpu_isa::sse41:
      return "sse41";
    case dnnl::cpu_isa::avx:
      return "avx";
    case dnnl::cpu_isa::avx2:
      return "avx2";
    case dnnl::cpu_isa::avx2_vnni:
      return "avx2_vnni";
    case dnnl::cpu_isa::avx512_core:
      return "avx512_core";
    case dnnl::cpu_isa::avx512_core_vnni:
      return "avx512_core_vnni";
    case dnnl::cpu_isa::avx512_core_bf16:
      return "avx512_core_bf16";
    case dnnl::cpu_isa::avx512_core_amx:
      return "avx512_core_amx";
    default:
      return "other";
  }
}

class Backend {
 public:
  explicit Backend(bool winograd) : winograd_(winograd) {}

  json answer(const json& request) {
    const std::string command = request.at("command");
    if (command == "describe") return describe();
    if (command == "load") return load(request);
    if (command == "run") return run(request);
    if (command == "outputs") return outputs(request);
    if (command == "unload") return loaded_.erase(of(request)), json::object();
    throw std::runtime_error("unknown command " + command);
  }

 private:
  json describe() const {
    const dnnl_version_t* v = dnnl_version();
    return {{"name", winograd_ ? "onednn_winograd" : "onednn"},
            {"version",
             std::to_string(v->major) + "." + std::to_string(v->minor) + "." + std::to_string(v->patch)},
            {"isa", isa_name()},
            {"algorithm", winograd_ ? "winograd where there is one" : "direct"},
            {"accepts", {"onnx"}}};
  }

  json load(const json& request) {
    omp_set_num_threads(request.at("threads"));
    auto model = std::make_unique<Loaded>();
    model->model = read_model(request.at("model"));
    Builder(model->model, model->network, winograd_).build();
    model->network.fill(0);
    model->network.run();
    json inputs = json::array(), outputs = json::array();
    for (const auto& [name, dims] : model->model.inputs)
      inputs.push_back({{"name", name}, {"type", "float32"}, {"shape", dims}});
    for (const std::string& name : model->model.outputs)
      outputs.push_back({{"name", name}, {"type", "float32"}, {"shape", model->network.dims(name)}});
    loaded_[next_] = std::move(model);
    return {{"handle", next_++}, {"inputs", inputs}, {"outputs", outputs}};
  }

  json run(const json& request) {
    Network& network = loaded_.at(of(request))->network;
    network.fill(request.at("seed"));
    json times = json::array();
    for (int i = 0; i < request.at("runs"); ++i) {
      network.restore();
      const auto begin = std::chrono::steady_clock::now();
      network.run();
      const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - begin;
      times.push_back(time.count());
    }
    return {{"nanoseconds", times}};
  }

  json outputs(const json& request) {
    Loaded& model = *loaded_.at(of(request));
    model.network.fill(request.at("seed"));
    model.network.run();
    json files = json::object();
    for (const std::string& name : model.model.outputs) {
      const std::string path =
          request.at("directory").get<std::string>() + "/" + bench::numpy_file_name(name);
      const std::vector<float> values = model.network.read(name);
      bench::write_numpy(path, "<f4", model.network.dims(name), values.data(), values.size() * sizeof(float));
      files[name] = path;
    }
    return {{"files", files}};
  }

  int of(const json& request) const {
    const int handle = request.at("handle");
    if (!loaded_.count(handle)) throw std::runtime_error("no model has the handle " + std::to_string(handle));
    return handle;
  }

  bool winograd_;
  int next_ = 0;
  std::map<int, std::unique_ptr<Loaded>> loaded_;
};

}  // namespace
}  // namespace bricks::onednn

int main(int count, char** arguments) {
  bricks::onednn::Backend backend(count > 1 && std::string(arguments[1]) == "winograd");
  bricks::bench::serve_requests([&](const nlohmann::json& request) { return backend.answer(request); });
}
