#include "bench/commands/complete_store.hpp"

#include "bench/commands/measuring.hpp"
#include "bench/report/build_info.hpp"
#include "bench/report/text.hpp"
#include "bench/session/carousels.hpp"
#include "bench/session/compose_report.hpp"
#include "bench/session/result_store.hpp"
#include "compose/composition/compose.hpp"
#include "engine/error.hpp"
#include "engine/run/parallel.hpp"

#include <set>

namespace bricks {
namespace {

// A suite's benchmarks, those with results apart.
struct Inventory {
  std::vector<Carousel> missing, known;

  Inventory(const Suite& suite, const SystemResults& results, const Host& host) {
    const std::size_t cache = own_last_level_bytes(host);
    missing = plan_carousels(suite, all_benchmarks(suite), cache);
    known = take_known(missing, suite, results, 1, cache, [](BenchmarkId) { return std::string(); });
  }

  std::size_t missing_benchmarks() const {
    std::set<BenchmarkId> different;
    for (const Carousel& carousel : missing)
      for (const CarouselMember& member : carousel.members) different.insert(member.id);
    return different.size();
  }

  double known_seconds() const {
    std::set<const BrickResult*> different;
    double seconds = 0;
    for (const Carousel& carousel : known)
      for (const CarouselMember& member : carousel.members)
        if (different.insert(member.before).second) seconds += member.before->seconds;
    return seconds;
  }
};

MeasureOptions measure_options(const System& system, const MissingRuns& runs) {
  MeasureOptions measure;
  measure.threads = system.threads;
  measure.isa_name = system.isa;
  measure.cache = cache_state_from_name(system.cache);
  measure.runs = runs.runs;
  measure.count_disturbed = runs.count_disturbed;
  return measure;
}

bool can_measure(const System& system, const Host& host) {
  return system.cpu == host.cpu_model && is_own_build(system.engine);
}

SystemResults results_in(const Results& found, const System& system) {
  const SystemResults* results = found.look_up(system);
  return results != nullptr ? *results : SystemResults();
}

void check_complete(const std::string& path, const Suite& suite, const SystemResults& results,
                    const System& system, const Host& host) {
  const std::size_t missing = missing_results(recipe_book(suite), results).size();
  if (missing == 0) return;
  throw Error(path + format(": %zu of %zu bricks have no result of '", missing, benchmarks(suite)) +
              to_string(system) + "', which this build on '" + host.cpu_model + "' cannot measure");
}

}  // namespace

System this_system(const System& wanted, const Host& host) {
  System system = wanted;
  system.cpu = host.cpu_model;
  system.engine = build_line();
  system.isa = isa_info(choose_isa(wanted.isa)).name;
  if (system.threads == 0) system.threads = parallel::physical_cores();
  if (system.threads > most_threads)
    throw Error(format("--threads: found %d, expected at most %d", system.threads, most_threads));
  system.cache = cache_state_name(wanted.cache.empty() ? CacheState::context : within("--cache", [&] {
    return cache_state_from_name(wanted.cache);
  }));
  return system;
}

CompletedStore complete_store(const std::string& path, const Suite& suite, const Results& found,
                              const System& system, const MissingRuns& runs, const Host& host,
                              Progress& progress) {
  CompletedStore completed{system, results_in(found, system), {}, false};
  const Inventory before(suite, completed.results, host);
  completed.report = {benchmarks(suite), 0, 0, before.known_seconds(), 0, 0};
  if (before.missing.empty()) return completed;
  if (!can_measure(system, host)) {
    check_complete(path, suite, completed.results, system, host);
    return completed;
  }

  completed.system = within(path, [&] { return this_system(system, host); });
  ResultStore store(path, completed.system);
  completed.results = store.known() != nullptr ? *store.known() : SystemResults();
  Inventory inventory(suite, completed.results, host);
  const std::size_t missing = inventory.missing_benchmarks();
  const double saved = inventory.known_seconds();
  const SessionResult session = measure_carousels(suite, std::move(inventory.missing),
                                                  measure_options(completed.system, runs), progress, store);
  completed.interrupted = session.interrupted;
  if (session.interrupted) return completed;
  completed.results.add(results_of(session, completed.system));
  completed.report = {benchmarks(suite),       missing, session.brick_seconds, saved, store.stale(),
                      store.of_other_systems()};
  return completed;
}

}  // namespace bricks
