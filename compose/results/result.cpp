#include "compose/results/result.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <cmath>

namespace bricks {
namespace {

std::string described(const std::string& text, const std::string& variant) {
  return "brick '" + text + "'" + (variant.empty() ? "" : " in variant '" + variant + "'");
}

// How far two footprints are apart: 2 for one twice the other, either way; nothing beats a result for every
// footprint but an equal one.
double distance(std::uint64_t found, std::uint64_t wanted) {
  if (found == wanted) return 0;
  if (found == 0 || wanted == 0) return 1;
  const double ratio = static_cast<double>(found) / static_cast<double>(wanted);
  return std::max(ratio, 1 / ratio);
}

bool before(const ResultSample& a, const ResultSample& b) {
  return a.round != b.round ? a.round < b.round : a.position < b.position;
}

}  // namespace

std::string to_string(const System& system) {
  std::string text;
  const auto append = [&](const std::string& part) {
    text += (text.empty() || part.empty() ? "" : ", ") + part;
  };
  append(system.cpu);
  append(system.isa);
  if (system.threads > 0)
    append(std::to_string(system.threads) + (system.threads == 1 ? " thread" : " threads"));
  if (system.workers > 0) append(std::to_string(system.workers) + " workers");
  append(system.execution);
  append(system.cache);
  append(system.engine);
  return text.empty() ? "not said" : text;
}

std::vector<double> sample_times_ns(const BrickResult& result) {
  std::vector<double> times;
  times.reserve(result.samples.size());
  for (const ResultSample& sample : result.samples) times.push_back(sample.ns);
  return times;
}

std::size_t rounds_of(const BrickResult& result) {
  std::size_t rounds = 0;
  for (std::size_t i = 0; i < result.samples.size(); ++i)
    rounds += i == 0 || result.samples[i].round != result.samples[i - 1].round;
  return rounds;
}

void SystemResults::add(BrickResult result) {
  std::stable_sort(result.samples.begin(), result.samples.end(), before);
  std::vector<BrickResult>& known = by_text_[result.text];
  const auto same = std::find_if(known.begin(), known.end(), [&](const BrickResult& other) {
    return other.variant == result.variant && other.swept_bytes == result.swept_bytes &&
           other.tuned == result.tuned;
  });
  if (same == known.end()) {
    known.push_back(std::move(result));
    return;
  }
  if (same->samples.back().round > (1 << 30))
    throw Error("too many rounds of " + described(result.text, result.variant));
  same->seconds += result.seconds;
  const int later = same->samples.back().round + 1 - result.samples.front().round;
  for (ResultSample sample : result.samples) {
    sample.round += later;
    same->samples.push_back(sample);
  }
  same->busy_ns.insert(same->busy_ns.end(), result.busy_ns.begin(), result.busy_ns.end());
}

void SystemResults::add(const SystemResults& others) {
  for (const auto& [text, results] : others.by_text_)
    for (const BrickResult& result : results) add(result);
}

const BrickResult* SystemResults::look_up(const std::string& text, const std::string& variant,
                                          std::uint64_t swept_bytes) const {
  return nearest(text, variant, swept_bytes, nullptr);
}

const BrickResult* SystemResults::look_up(const std::string& text, const std::string& variant,
                                          std::uint64_t swept_bytes, const std::string& tuned) const {
  return nearest(text, variant, swept_bytes, &tuned);
}

const BrickResult* SystemResults::nearest(const std::string& text, const std::string& variant,
                                          std::uint64_t swept_bytes, const std::string* tuned) const {
  const auto found = by_text_.find(text);
  if (found == by_text_.end()) return nullptr;
  const BrickResult* best = nullptr;
  const auto better = [&](const BrickResult& a, const BrickResult& b) {
    if (a.variant.empty() != b.variant.empty()) return b.variant.empty();
    if (a.tuned.empty() != b.tuned.empty()) return a.tuned.empty();
    return distance(a.swept_bytes, swept_bytes) < distance(b.swept_bytes, swept_bytes);
  };
  for (const BrickResult& result : found->second)
    if ((result.variant.empty() || result.variant == variant) &&
        (tuned == nullptr || result.tuned == *tuned) && (best == nullptr || better(result, *best)))
      best = &result;
  return best;
}

const BrickResult& SystemResults::find(const std::string& text, const std::string& variant,
                                       std::uint64_t swept_bytes) const {
  if (const BrickResult* result = look_up(text, variant, swept_bytes)) return *result;
  throw Error("no result for " + described(text, variant));
}

std::size_t SystemResults::size() const {
  std::size_t count = 0;
  for (const auto& [text, results] : by_text_) count += results.size();
  return count;
}

void Results::add(BrickResult result) {
  if (result.samples.empty()) throw Error("no samples of " + described(result.text, result.variant));
  std::vector<double> times = sample_times_ns(result);
  times.insert(times.end(), result.busy_ns.begin(), result.busy_ns.end());
  for (const double ns : times)
    if (!(ns > 0 && std::isfinite(ns)))
      throw Error("a time of " + std::to_string(ns) + " ns for " + described(result.text, result.variant) +
                  ", expected one above 0");
  SystemResults& of_system = systems_[result.system];
  of_system.add(std::move(result));
}

void Results::add(const Results& others) {
  for (const auto& [system, results] : others.systems_) systems_[system].add(results);
}

std::vector<System> Results::systems() const {
  std::vector<System> systems;
  for (const auto& [system, results] : systems_) systems.push_back(system);
  return systems;
}

const SystemResults& Results::only() const {
  if (systems_.empty()) throw Error("no results");
  if (systems_.size() > 1)
    throw Error("results of " + std::to_string(systems_.size()) + " systems, which cannot be mixed: '" +
                to_string(systems_.begin()->first) + "' and '" +
                to_string(std::next(systems_.begin())->first) + "'");
  return systems_.begin()->second;
}

const SystemResults* Results::look_up(const System& system) const {
  const auto found = systems_.find(system);
  return found == systems_.end() ? nullptr : &found->second;
}

const SystemResults& Results::of(const System& system) const {
  if (const SystemResults* found = look_up(system)) return *found;
  throw Error("no results of the system '" + to_string(system) + "'");
}

}  // namespace bricks
