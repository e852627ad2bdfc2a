#include "bench/commands/choose_system.hpp"

#include "bench/commands/number.hpp"
#include "bench/report/build_info.hpp"
#include "bench/report/text.hpp"
#include "engine/error.hpp"

#include <algorithm>
#include <functional>

namespace bricks {
namespace {

bool matches(const System& system, const System& wanted) {
  // A document written by hand does not say everything.
  const auto fits = [](const auto& found, const auto& asked, const auto& not_said) {
    return asked == not_said || found == asked || found == not_said;
  };
  const std::string none;
  return fits(system.isa, wanted.isa, none) && fits(system.cache, wanted.cache, none) &&
         fits(system.threads, wanted.threads, 0) && fits(system.execution, wanted.execution, none);
}

std::vector<System> of_backend(const std::vector<System>& all, const std::string& backend) {
  if (all.empty()) throw Error("no results");
  if (backend.empty()) return all;
  std::vector<System> systems;
  std::copy_if(all.begin(), all.end(), std::back_inserter(systems), [&](const System& system) {
    return system.engine == backend || engine_name(system.engine) == backend;
  });
  if (systems.empty())
    throw Error("results of the engine '" + all.front().engine + "', expected those of --backend " + backend);
  return systems;
}

// Keeps those that are `wanted`, if any is; returns how many others went.
template <class Wanted>
std::size_t prefer(std::vector<System>& systems, Wanted wanted) {
  if (std::ranges::none_of(systems, wanted)) return 0;
  return std::erase_if(systems, std::not_fn(wanted));
}

void pass_over(std::vector<System>& systems, std::vector<std::string>& notes) {
  const auto ours = [](const System& system) { return is_own_build(system.engine); };
  const auto this_build = [](const System& system) { return system.engine == build_line(); };
  if (prefer(systems, ours) > 0)
    notes.push_back("results of other engines passed over; --backend chooses one");
  if (const std::size_t stale = prefer(systems, this_build); stale > 0)
    notes.push_back(
        format("results of %zu other %s of the engine passed over", stale, stale == 1 ? "build" : "builds"));
}

bool same_but_for_build(const System& a, System b) {
  if (!is_own_build(a.engine) || !is_own_build(b.engine)) return false;
  b.engine = a.engine;
  return a == b;
}

// Of several builds of ours, none of them this one, that with the most results.
void keep_fullest_build(std::vector<System>& systems, const Results& results) {
  const auto same = [&](const System& system) { return same_but_for_build(system, systems.front()); };
  if (systems.size() < 2 || !std::ranges::all_of(systems, same)) return;
  systems = {*std::ranges::max_element(systems, {},
                                       [&](const System& system) { return results.of(system).size(); })};
}

}  // namespace

void add_system_options(CommandLine& command, System& wanted) {
  add_number(command, "--threads", wanted.threads, 1, 1 << 20,
             "Of several systems in the file: that of so many threads");
  command.add_option("--isa", wanted.isa, "Likewise: of this instruction set");
  command.add_option("--cache", wanted.cache, "Likewise: hot, cold or context");
}

bool has_own_system(const Results& results, const System& wanted) {
  return std::ranges::any_of(results.systems(), [&](const System& system) {
    return is_own_build(system.engine) && matches(system, wanted);
  });
}

System choose_system(const Results& results, const System& wanted, const std::string& backend,
                     std::vector<std::string>& notes) {
  const std::vector<System> all = of_backend(results.systems(), backend);
  std::vector<System> systems;
  std::copy_if(all.begin(), all.end(), std::back_inserter(systems),
               [&](const System& system) { return matches(system, wanted); });
  if (systems.empty())
    throw Error("found results of '" + to_string(all.front()) + "', expected those of '" + to_string(wanted) +
                "'");
  pass_over(systems, notes);
  keep_fullest_build(systems, results);
  if (systems.size() > 1)
    throw Error("results of " + std::to_string(systems.size()) + " systems, which cannot be mixed: '" +
                to_string(systems[0]) + "' and '" + to_string(systems[1]) +
                "'; --threads, --isa, --cache and --backend choose one");
  return systems.front();
}

}  // namespace bricks
