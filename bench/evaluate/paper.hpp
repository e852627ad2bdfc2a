// What the DLBricks paper shows of its fifty models (Li, Xiong, Dakkak, Hwu: "DLBricks: Composable Benchmark
// Generation to Reduce Deep Learning Benchmarking Effort on CPUs", ICPE 2020), to stand beside our figures.
//
// The numbers are those of the figure files that its authors published
// (github.com/rai-project/synthetic_benchmark, October 2019): Figure 3 from
// figs/all_models_mxnet_sequential_vs_parallel/c5.2xlarge.csv, Figure 5 from figs/within_model_sharing,
// Figure 9 from data/mxnet_model, Figures 11 and 12 from the lines drawn in figs/sequence_length_geomean and
// figs/sequence_length_benchmark_speedup. Those of Figure 3 have the geometric mean 0.918 and the range 0.829
// to 0.981 that the text gives for Figure 10 at G=1.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace bricks {

inline constexpr std::size_t paper_granularities = 10;   // G = 1 to 10
inline constexpr std::size_t paper_figure_3_system = 1;  // of paper_systems(): c5.2xlarge

struct PaperModel {
  std::string_view model;  // its file in the zoo
  int layers, unique_layers;
  double sequential_ms, parallel_ms;  // on c5.2xlarge, batch 1: sum and critical path of its layers
  std::array<double, 4> latency_ms;   // of the whole model, in the order of paper_systems()
};

struct PaperSystem {
  std::string_view name;                                   // Amazon EC2 instance, MXNet
  std::array<double, paper_granularities> geometric_mean;  // of composed over measured
  std::array<double, paper_granularities> speedup;         // of benchmarking
};

// In the order of Table 1.
std::span<const PaperModel> paper_models();
std::span<const PaperSystem> paper_systems();

// Null for a model that is not among them.
const PaperModel* paper_model(std::string_view model);

}  // namespace bricks
