// The fifty models of Table 1 of "DLBricks: Composable Benchmark Generation to Reduce Deep Learning
// Benchmarking Effort on CPUs" (Li et al. 2019, https://arxiv.org/abs/1911.07967), at any size.
#pragma once

#include "bench/zoo/net.hpp"

#include <span>
#include <string>
#include <string_view>

namespace bricks::zoo {

enum class Task : std::uint8_t {
  classification,
  image_processing,
  object_detection,
  regression,
  semantic_segmentation,
};

std::string_view task_name(Task task);

struct Entry {
  std::string_view file;   // "vgg16"
  std::string_view title;  // as in Table 1
  Task task;
  std::string_view source;  // the paper of the architecture
  void (*write)(Net& net);
  Size small;  // what tests run: every layer of the model, a few million multiply-accumulates
};

// In the order of Table 1.
std::span<const Entry> entries();

// By file name, with or without ".json"; throws Error for any other name, with the nearest ones.
const Entry& find(std::string_view name);
bool contains(std::string_view name);

Graph build(const Entry& entry, const Size& size = {});

}  // namespace bricks::zoo
