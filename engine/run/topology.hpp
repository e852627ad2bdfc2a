// Which processors this process may use, read once at the start of the program.
#pragma once

#include <vector>

namespace bricks {

struct Topology {
  int physical_cores = 1;
  // Processor numbers in the order in which threads are put on them: one of every core first, then their
  // siblings.
  std::vector<int> processors;
};

const Topology& topology();

}  // namespace bricks
