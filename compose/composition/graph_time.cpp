#include "compose/composition/graph_time.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <string>

namespace bricks {
namespace {

// For every step the steps that need it, behind one another.
struct Consumers {
  Consumers(std::size_t steps, std::span<const StepEdge> edges)
      : first(steps + 1), steps_of(edges.size()), needs(steps) {
    for (const auto& [from, to] : edges) ++first[from + 1], ++needs[to];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (const auto& [from, to] : edges) steps_of[next[from]++] = to;
  }
  std::vector<std::uint32_t> first, steps_of;
  std::vector<std::uint32_t> needs;  // producers of every step that are not done
};

}  // namespace

double sequential_time(std::span<const double> times) {
  return std::accumulate(times.begin(), times.end(), 0.0);
}

double critical_path(std::span<const double> times, std::span<const StepEdge> edges) {
  std::vector<double> end(times.size());
  double longest = 0;
  auto edge = edges.begin();
  for (std::size_t step = 0; step < times.size(); ++step) {
    double start = 0;
    for (; edge != edges.end() && edge->second == step; ++edge) start = std::max(start, end[edge->first]);
    end[step] = start + times[step];
    longest = std::max(longest, end[step]);
  }
  return longest;
}

double list_schedule(std::span<const double> times, std::span<const StepEdge> edges, int workers) {
  if (workers < 1) throw Error(std::to_string(workers) + " workers, expected at least 1");
  Consumers consumers(times.size(), edges);
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (std::uint32_t step = 0; step < times.size(); ++step)
    if (consumers.needs[step] == 0) ready.push(step);
  using Running = std::pair<double, std::uint32_t>;  // end, step
  std::priority_queue<Running, std::vector<Running>, std::greater<>> running;
  double now = 0;
  while (!ready.empty() || !running.empty()) {
    while (!ready.empty() && running.size() < static_cast<std::size_t>(workers)) {
      running.emplace(now + times[ready.top()], ready.top());
      ready.pop();
    }
    now = running.top().first;
    while (!running.empty() && running.top().first <= now) {
      const std::uint32_t done = running.top().second;
      running.pop();
      for (std::uint32_t i = consumers.first[done]; i < consumers.first[done + 1]; ++i)
        if (--consumers.needs[consumers.steps_of[i]] == 0) ready.push(consumers.steps_of[i]);
    }
  }
  return now;
}

Cover shortest_cover(std::span<const Sequence> sequences, std::span<const double> times, std::size_t units) {
  constexpr double never = std::numeric_limits<double>::infinity();
  constexpr auto none = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> order(sequences.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return sequences[a].first + sequences[a].count < sequences[b].first + sequences[b].count;
  });
  // best[k]: the least time in which exactly the first k units can be covered, by a choice that ends there.
  std::vector<double> best(units + 1, never);
  std::vector<std::uint32_t> last(units + 1, none);
  best[0] = 0;
  for (std::uint32_t i : order) {
    const std::size_t begin = sequences[i].first, end = begin + sequences[i].count;
    if (begin == end || end > units)
      throw Error("a sequence that is empty or ends behind the model's last unit");
    const auto from = std::min_element(best.begin() + static_cast<std::ptrdiff_t>(begin),
                                       best.begin() + static_cast<std::ptrdiff_t>(end));
    if (*from + times[i] < best[end]) best[end] = *from + times[i], last[end] = i;
  }
  if (best[units] == never) throw Error("the sequences do not cover the model's units");
  Cover cover{best[units], {}};
  for (std::size_t end = units; end > 0;) {
    const Sequence& sequence = sequences[last[end]];
    cover.sequences.push_back(last[end]);
    const auto begin = best.begin() + sequence.first;
    end = static_cast<std::size_t>(std::min_element(begin, best.begin() + static_cast<std::ptrdiff_t>(end)) -
                                   best.begin());
  }
  std::reverse(cover.sequences.begin(), cover.sequences.end());
  return cover;
}

}  // namespace bricks
