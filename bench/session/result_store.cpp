#include "bench/session/result_store.hpp"

#include "bench/report/build_info.hpp"
#include "compose/results/results_json.hpp"

namespace bricks {

ResultStore::ResultStore(const std::string& path, const System& system,
                         const std::optional<std::string>& document)
    : system_(system), writer_(path) {
  if (document) found_ = read_results(*document);
  found_.add(read_results(path));
  for (const System& other : found_.systems()) {
    if (other == system) continue;
    System rebuilt = other;
    if (engine_name(other.engine) == engine_name(system.engine)) rebuilt.engine = system.engine;
    (rebuilt == system ? stale_ : others_) += found_.of(other).size();
  }
}

}  // namespace bricks
