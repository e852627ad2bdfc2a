#include "engine/run/topology.hpp"

#include <fstream>
#include <sched.h>
#include <set>
#include <string>
#include <utility>

namespace bricks {
namespace {

int read_number(int processor, const char* file) {
  std::ifstream in("/sys/devices/system/cpu/cpu" + std::to_string(processor) + "/topology/" + file);
  int number = -1;
  in >> number;
  return number;
}

std::vector<int> allowed_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> processors;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    for (int i = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &set)) processors.push_back(i);
  if (processors.empty()) processors.push_back(0);
  return processors;
}

Topology read_topology() {
  Topology result;
  std::set<std::pair<int, int>> cores;
  std::vector<int> siblings;
  for (int processor : allowed_processors()) {
    const int core = read_number(processor, "core_id");
    // Where the system tells nothing (some containers), every processor counts as a core.
    const bool first_of_core =
        core < 0 || cores.emplace(read_number(processor, "physical_package_id"), core).second;
    (first_of_core ? result.processors : siblings).push_back(processor);
  }
  result.physical_cores = static_cast<int>(result.processors.size());
  result.processors.insert(result.processors.end(), siblings.begin(), siblings.end());
  return result;
}

}  // namespace

const Topology& topology() {
  static const Topology result = read_topology();
  return result;
}

}  // namespace bricks
