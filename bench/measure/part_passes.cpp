#include "bench/measure/part_passes.hpp"

#include <algorithm>

namespace bricks {
namespace {

// The passes in which a part was left alone.
std::vector<std::size_t> passes_with(const std::vector<Sample>& passes, std::size_t part, double limit_ns) {
  std::vector<std::size_t> found;
  for (std::size_t pass = 0; pass < passes.size(); ++pass)
    if (const PartTiming& timing = passes[pass].parts[part];
        !timing.interrupted && timing.watch_ns <= limit_ns)
      found.push_back(pass);
  return found;
}

// sources: of each part, the pass that it is taken from.
Sample joined(const std::vector<Sample>& passes, const std::vector<std::size_t>& sources) {
  Sample pass = passes[std::ranges::max(sources)];
  pass.ns = pass.watch_ns = 0;
  pass.interrupted = false;
  for (std::size_t part = 0; part < sources.size(); ++part) {
    const PartTiming& timing = pass.parts[part] = passes[sources[part]].parts[part];
    pass.ns += timing.ns;
    pass.watch_ns = std::max(pass.watch_ns, timing.watch_ns);
  }
  return pass;
}

}  // namespace

std::vector<Sample> undisturbed_passes(const std::vector<Sample>& passes, double limit_ns) {
  std::vector<std::vector<std::size_t>> sources(passes.size());
  for (std::size_t part = 0; !passes.empty() && part < passes.front().parts.size(); ++part) {
    const std::vector<std::size_t> found = passes_with(passes, part, limit_ns);
    sources.resize(std::min(sources.size(), found.size()));
    for (std::size_t i = 0; i < sources.size(); ++i) sources[i].push_back(found[i]);
  }
  std::vector<Sample> joint;
  for (const std::vector<std::size_t>& source : sources) joint.push_back(joined(passes, source));
  return joint;
}

std::size_t count_undisturbed_passes(const std::vector<Sample>& passes, double limit_ns) {
  std::size_t count = passes.size();
  for (std::size_t part = 0; !passes.empty() && part < passes.front().parts.size(); ++part)
    count = std::min(count, passes_with(passes, part, limit_ns).size());
  return count;
}

}  // namespace bricks
