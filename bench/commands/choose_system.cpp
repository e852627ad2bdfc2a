#include "bench/commands/choose_system.hpp"

#include "bench/commands/number.hpp"
#include "bench/report/build_info.hpp"
#include "bench/report/text.hpp"
#include "engine/error.hpp"

#include <algorithm>

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
    return system.engine == backend || system.engine.starts_with(backend + " ");
  });
  if (systems.empty())
    throw Error("results of the engine '" + all.front().engine + "', expected those of --backend " + backend);
  return systems;
}

// Where this build has results, those of others are stale.
std::size_t pass_over_stale(std::vector<System>& systems) {
  const auto rest = std::stable_partition(systems.begin(), systems.end(),
                                          [](const System& system) { return system.engine == build_line(); });
  if (rest == systems.begin()) return 0;
  const auto stale = static_cast<std::size_t>(systems.end() - rest);
  systems.erase(rest, systems.end());
  return stale;
}

}  // namespace

void add_system_options(CommandLine& command, System& wanted) {
  add_number(command, "--threads", wanted.threads, 1, 1 << 20,
             "Of several systems in the file: that of so many threads");
  command.add_option("--isa", wanted.isa, "Likewise: of this instruction set");
  command.add_option("--cache", wanted.cache, "Likewise: hot, cold or context");
}

bool has_system(const Results& results, const System& wanted) {
  return std::ranges::any_of(results.systems(),
                             [&](const System& system) { return matches(system, wanted); });
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
  if (const std::size_t stale = pass_over_stale(systems); stale > 0)
    notes.push_back(
        format("results of %zu other %s of the engine passed over", stale, stale == 1 ? "build" : "builds"));
  if (systems.size() > 1)
    throw Error("results of " + std::to_string(systems.size()) + " systems, which cannot be mixed: '" +
                to_string(systems[0]) + "' and '" + to_string(systems[1]) +
                "'; --threads, --isa, --cache and --backend choose one");
  return systems.front();
}

}  // namespace bricks
