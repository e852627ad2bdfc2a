// A small report with every field filled in, for the tests of the writers.
#pragma once

#include "bench/report/report.hpp"

namespace bricks {

inline Report example_report() {
  Report report;
  report.settings = {"bricks-bench --model tiny --G 1", "fused", "context", "", "avx2", 1, 2, 0, 1, 7, 3};
  report.host.name = "box";
  report.host.cpu_model = "Fast CPU 9";
  ModelReport model;
  model.name = "tiny";
  model.layers = 4;
  model.units = 3;
  model.sequences = 3;
  model.unique_sequences = 2;
  model.macs = 1'500'000'000;
  model.parameters = 2'500'000;
  model.composed_sequential_ms = 4.95;
  model.composed_interval_ms = Interval{4.9, 5.0};
  model.composed_parallel_ms = 4.0;
  model.plain_sum_ms = 4.9;
  model.measured_ms = 5.0;
  model.error_percent = -1.0;
  model.packed_weight_bytes = 10'000'000;
  report.models.push_back(model);
  BrickReport conv;
  conv.name = "0123456789abcdef";
  conv.text = "(1x3x8x8) Conv{}(i0,w4x3x3x3) -> 0";
  conv.operators = "Conv+Relu";
  conv.input_shape = "1x3x8x8";
  conv.algorithm = "direct 2x14";
  conv.count = 2;
  conv.macs = 100'000'000;
  conv.summary = summarise(std::vector<double>{2e6, 2e6, 2e6});
  conv.samples = {{0, 0, 1, 10, 2e6}, {0, 1, 0, 20, 2e6}, {1, 2, 1, 30, 2e6}};
  report.bricks.push_back(conv);
  BrickReport pool = conv;
  pool.operators = "MaxPool";
  pool.algorithm = "";
  pool.count = 1;
  pool.macs = 0;
  pool.summary = summarise(std::vector<double>{1e6});
  report.bricks.push_back(pool);
  report.corpus = {4, 3, 2, 2, 1.5, 12.0, {}, {}, {}, {}};
  report.rounds = {{.reference_ns = 1000},
                   {.reference_ns = 1100, .reference_off = 0.1, .steal_ticks = 2, .noisy = true}};
  summarise_errors(report);
  return report;
}

}  // namespace bricks
