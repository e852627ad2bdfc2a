#include "bench/compare/figures.hpp"

#include "compose/statistics/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace bricks::bench {
namespace {

BootstrapOptions by_visits() {
  BootstrapOptions options;
  options.block = 5;  // the runs of one visit: they share the machine's state
  return options;
}

double trimmed(std::span<const double> times, std::span<const std::size_t> drawn) {
  std::vector<double> values;
  for (const std::size_t index : drawn) values.push_back(times[index]);
  return trimmed_mean(values);
}

EngineFigures figures_of(const std::string& engine, const EngineRun& run, const EngineRun& call) {
  EngineFigures figures;
  figures.engine = engine;
  figures.failure = run.failure.empty() ? call.failure : run.failure;
  if (!figures.failure.empty()) return figures;
  const double call_ns = trimmed_mean(call.times_ns);
  const Estimate ns = latency(run.times_ns, call_ns);
  figures.ms = {ns.value / 1e6, {ns.interval.low / 1e6, ns.interval.high / 1e6}};
  figures.difference = run.difference;
  figures.call_us = call_ns / 1e3;
  figures.runs = static_cast<int>(run.times_ns.size());
  figures.discarded = run.discarded;
  figures.set_aside = run.set_aside;
  return figures;
}

template <class Pick>
std::optional<double> mean_of(std::span<const Compared> all, Pick pick) {
  std::vector<double> ratios;
  for (const Compared& one : all)
    if (const EngineFigures* figures = pick(one); figures && figures->ratio)
      ratios.push_back(figures->ratio->value);
  if (ratios.empty()) return {};
  return geometric_mean(ratios);
}

}  // namespace

Estimate latency(std::span<const double> times, double call) {
  const Interval interval =
      block_bootstrap(times.size(), by_visits(), [&](auto drawn) { return trimmed(times, drawn) - call; });
  return {trimmed_mean(times) - call, interval};
}

std::optional<Estimate> ratio(std::span<const double> theirs, double their_call, std::span<const double> ours,
                              double our_call) {
  const auto quotient = [&](double their_time, double our_time) {
    return (their_time - their_call) / (our_time - our_call);
  };
  const double value = quotient(trimmed_mean(theirs), trimmed_mean(ours));
  if (!(value > 0) || trimmed_mean(ours) <= our_call) return {};
  const std::size_t pairs = std::min(theirs.size(), ours.size());
  const Interval interval = block_bootstrap(
      pairs, by_visits(), [&](auto drawn) { return quotient(trimmed(theirs, drawn), trimmed(ours, drawn)); });
  return Estimate{value, interval};
}

const EngineFigures* Compared::fastest() const {
  const EngineFigures* best = nullptr;
  for (const EngineFigures& figures : theirs)
    if (figures.failure.empty() && (!best || figures.ms.value < best->ms.value)) best = &figures;
  return best;
}

Compared compared(const std::string& name, std::span<const EngineRun> runs, std::span<const EngineRun> calls,
                  std::span<const std::string> theirs) {
  Compared result;
  result.name = name;
  result.ours = figures_of("bricks", runs[0], calls[0]);
  const auto beside_ours = [&](const std::string& engine, std::size_t index) {
    EngineFigures figures = figures_of(engine, runs[index], calls[index]);
    if (figures.failure.empty() && result.ours.failure.empty())
      figures.ratio =
          ratio(runs[index].times_ns, figures.call_us * 1e3, runs[0].times_ns, result.ours.call_us * 1e3);
    return figures;
  };
  for (std::size_t i = 0; i < theirs.size(); ++i) result.theirs.push_back(beside_ours(theirs[i], i + 1));
  if (runs.size() > theirs.size() + 1) result.floor = beside_ours("bricks", theirs.size() + 1);
  return result;
}

std::optional<double> uncertainty_percent(const Compared& one) {
  const EngineFigures* fastest = one.fastest();
  if (!fastest || !fastest->ratio) return {};
  return fastest->ratio->half_width_percent();
}

std::optional<double> mean_ratio(std::span<const Compared> all) {
  return mean_of(all, [](const Compared& one) { return one.fastest(); });
}

std::optional<double> mean_floor(std::span<const Compared> all) {
  return mean_of(all, [](const Compared& one) { return one.floor ? &*one.floor : nullptr; });
}

double floor_half_width_percent(std::span<const Compared> all) {
  double squares = 0;
  std::size_t count = 0;
  for (const Compared& one : all) {
    if (!one.floor || !one.floor->ratio) continue;
    const double percent = one.floor->ratio->half_width_percent();
    squares += percent * percent;
    ++count;
  }
  return count == 0 ? 0 : std::sqrt(squares) / static_cast<double>(count);
}

}  // namespace bricks::bench
