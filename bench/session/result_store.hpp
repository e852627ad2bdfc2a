// Results that a session finds and adds to.
#pragma once

#include "compose/results/result.hpp"
#include "compose/results/store.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace bricks {

class ResultStore {
 public:
  // path: a store; it is made where there is none. document: one that measure wrote, of which results are
  // taken too. Throws Error as StoreWriter and read_results do.
  ResultStore(const std::string& path, const System& system, const std::optional<std::string>& document = {});

  const System& system() const { return system_; }
  // Those that were there at the beginning; null where there are none of the system.
  const SystemResults* known() const { return found_.look_up(system_); }
  // Results that were there and do not count: those of the same machine and settings but another build of the
  // engine, and all the others.
  std::size_t stale() const { return stale_; }
  std::size_t of_other_systems() const { return others_; }

  void append(std::span<const BrickResult> results) { writer_.append(results); }

 private:
  System system_;
  StoreWriter writer_;
  Results found_;
  std::size_t stale_ = 0, others_ = 0;
};

}  // namespace bricks
