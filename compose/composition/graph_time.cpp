#include "compose/composition/graph_time.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
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

// Steps that run at once, each with its work left: its time, were it alone.
class Running {
 public:
  explicit Running(const StepOverlap& overlap) : overlap_(overlap) {}

  bool empty() const { return steps_.empty(); }
  std::size_t size() const { return steps_.size(); }

  bool admits(std::uint32_t step) const {
    return overlap_.apart.empty() || std::none_of(steps_.begin(), steps_.end(), [&](const Step& other) {
             return overlap_.apart.contains({overlap_.type[step], overlap_.type[other.step]});
           });
  }

  void begin(std::uint32_t step, double time) { steps_.push_back({step, time, false}); }

  // Runs until at least one step ends; returns how long that took and adds those that ended to ended.
  double advance(std::vector<std::uint32_t>& ended) {
    double passed = std::numeric_limits<double>::infinity();
    for (const Step& running : steps_) passed = std::min(passed, running.left * slowdown(running.step));
    for (Step& running : steps_) {
      const double slow = slowdown(running.step);
      const bool ends = running.left * slow <= passed;
      running.left = ends ? 0 : running.left - passed / slow;
      running.ended = ends;
      if (ends) ended.push_back(running.step);
    }
    std::erase_if(steps_, [](const Step& running) { return running.ended; });
    return passed;
  }

 private:
  struct Step {
    std::uint32_t step;
    double left;
    bool ended;
  };

  double slowdown(std::uint32_t step) const {
    if (steps_.size() < 2 || overlap_.slowdown.empty() || overlap_.slowdown[step].empty()) return 1;
    const std::vector<double>& factors = overlap_.slowdown[step];
    return factors[std::min(steps_.size() - 2, factors.size() - 1)];
  }

  const StepOverlap& overlap_;
  std::vector<Step> steps_;
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

double list_schedule(std::span<const double> times, std::span<const StepEdge> edges, int workers,
                     const StepOverlap& overlap) {
  if (workers < 1) throw Error(std::to_string(workers) + " workers, expected at least 1");
  Consumers consumers(times.size(), edges);
  std::vector<std::uint32_t> ready, ended;  // ready ones ordered
  for (std::uint32_t step = 0; step < times.size(); ++step)
    if (consumers.needs[step] == 0) ready.push_back(step);
  Running running(overlap);
  double now = 0;
  while (!ready.empty() || !running.empty()) {
    for (auto step = ready.begin();
         step != ready.end() && running.size() < static_cast<std::size_t>(workers);)
      if (running.admits(*step)) {
        running.begin(*step, times[*step]);
        step = ready.erase(step);
      } else {
        ++step;
      }
    ended.clear();
    now += running.advance(ended);
    for (const std::uint32_t done : ended)
      for (std::uint32_t i = consumers.first[done]; i < consumers.first[done + 1]; ++i) {
        const std::uint32_t step = consumers.steps_of[i];
        if (--consumers.needs[step] == 0)
          ready.insert(std::upper_bound(ready.begin(), ready.end(), step), step);
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
