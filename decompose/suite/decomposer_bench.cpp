// Time and memory of decomposition over corpora of growing size: nanoseconds a layer have to stay where they
// are, memory has to grow with the recipes (24 bytes a layer at G=1) and the unique bricks alone.
//
//   decompose_bench [MOST_LAYERS]     default 10,000,000
#include "decompose/suite/decomposer.hpp"
#include "decompose/test_support/models.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace bricks {
namespace {

constexpr int layers_a_model = 1000;

// A thousand layers in residual blocks of random widths, each layer one of some hundreds that the corpus has.
Graph corpus_model(test::ModelRandom& random) {
  test::ModelWriter model("corpus");
  TensorId x = model.input({1, 16, 14, 14});
  for (int layers = 0; layers < layers_a_model; layers += 8) {
    const auto width = 8 * test::draw(random, 1, 64);
    const auto kernel = 1 + 2 * test::draw(random, 0, 3);
    const TensorId wide = model.unary(model.norm(model.conv(x, width, 1, false)));
    const TensorId narrow = model.norm(model.conv(wide, 16, kernel, false));
    x = model.sum(model.unary(narrow), x);
  }
  return model.finish();
}

double resident_megabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmRSS:", 0) == 0) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  return 0;
}

void run(const std::vector<Graph>& models, std::int64_t layers, Execution execution) {
  const double before = resident_megabytes();
  Decomposer decomposer({.execution = execution, .granularity = 1});
  const auto start = std::chrono::steady_clock::now();
  std::int64_t added = 0;
  for (std::size_t i = 0; added < layers; ++i) {
    const Graph& model = models[i % models.size()];
    decomposer.add(std::to_string(i), model);
    added += static_cast<std::int64_t>(model.layers.size());
  }
  const Suite suite = decomposer.finish();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%-9s %10lld layers %7zu unique %8.3f s %7.0f ns a layer %8.1f MB more\n",
              std::string(execution_name(execution)).c_str(), static_cast<long long>(added),
              suite.bricks.size(), seconds.count(), 1e9 * seconds.count() / static_cast<double>(added),
              resident_megabytes() - before);
}

}  // namespace
}  // namespace bricks

int main(int argc, char** argv) {
  const long long most = argc > 1 ? std::atoll(argv[1]) : 10'000'000;
  bricks::test::ModelRandom random(1);
  std::vector<bricks::Graph> models;
  for (int i = 0; i < 100; ++i) models.push_back(bricks::corpus_model(random));
  for (const auto execution : {bricks::Execution::layerwise, bricks::Execution::fused})
    for (long long layers = 10'000; layers <= most; layers *= 10) bricks::run(models, layers, execution);
}
