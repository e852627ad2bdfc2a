// What was measured of bricks, on whichever system, by whomever.
//
// A result is the samples of one brick in one variant; results are looked up by canonical text, variant,
// footprint and, where a tuning table chose algorithms, by what it chose for the brick. Those of one system
// (CPU, ISA, threads, execution, engine build, cache state) never meet those of another.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace bricks {

// What a result belongs to. Empty or 0: not said, as in a document written by hand; that is a system of its
// own.
struct System {
  std::string cpu = {}, isa = {}, execution = {}, engine = {};
  int threads = 0;
  std::string cache = {};  // what bricks found in the caches: "hot", "cold", "context"
  int workers = 0;         // that ran bricks beside each other for busy_ns; 0: none did
  auto operator<=>(const System&) const = default;
};
// "AMD EPYC 9354, avx512, 2 threads, fused, context, bricks 0.1.0"; "not said" where nothing is.
std::string to_string(const System& system);

struct ResultSample {
  int round = 0;              // of the measuring session: the time axis that all its results share
  int position = 0;           // within the round
  std::int64_t start_ns = 0;  // since the session began
  double ns = 0;              // above 0
  bool operator==(const ResultSample&) const = default;
};

struct BrickResult {
  std::string text;               // canonical
  std::string variant;            // extract/context.hpp; empty: good for every one
  std::uint64_t swept_bytes = 0;  // that lay between two uses (Footprint); 0: not said, good for every one
  System system;
  std::vector<ResultSample> samples;  // at least one; by round, then position
  double seconds = 0;                 // that measuring them took, what is not timed included; 0: not said
  // Times on one of the system's workers while the others ran other bricks, above 0; may be empty.
  std::vector<double> busy_ns = {};
  // Units that a tuning table ran otherwise than the engine's cost model says (engine/tuning): "0=direct".
  std::string tuned = {};
};

std::vector<double> sample_times_ns(const BrickResult& result);
// Different ones among its samples.
std::size_t rounds_of(const BrickResult& result);

// Results of one system.
class SystemResults {
 public:
  // One of the same brick, variant, swept bytes and choice of algorithms is there already: the samples join
  // it, as later rounds.
  void add(BrickResult result);

  void add(const SystemResults& others);

  // The result of that brick and variant, or else one that names no variant; of several, those that no table
  // chose algorithms for, and of these the one whose swept bytes are nearest as a ratio. Null where there is
  // none.
  const BrickResult* look_up(const std::string& text, const std::string& variant,
                             std::uint64_t swept_bytes) const;
  // The same among those of that choice of algorithms, as BrickResult::tuned.
  const BrickResult* look_up(const std::string& text, const std::string& variant, std::uint64_t swept_bytes,
                             const std::string& tuned) const;
  // The same; throws Error that names the brick where there is none.
  const BrickResult& find(const std::string& text, const std::string& variant,
                          std::uint64_t swept_bytes) const;

  std::size_t size() const;

 private:
  // tuned: null for every choice.
  const BrickResult* nearest(const std::string& text, const std::string& variant, std::uint64_t swept_bytes,
                             const std::string* tuned) const;

  std::unordered_map<std::string, std::vector<BrickResult>> by_text_;
};

class Results {
 public:
  // Throws Error for a result without samples, and for a sample that is not finite and above 0.
  void add(BrickResult result);
  // All of the others, as later rounds.
  void add(const Results& others);

  std::vector<System> systems() const;
  // Throws Error where there are none or those of several systems.
  const SystemResults& only() const;
  // Null where there are none of that system.
  const SystemResults* look_up(const System& system) const;
  // Throws Error where there are none of that system.
  const SystemResults& of(const System& system) const;

 private:
  std::map<System, SystemResults> systems_;
};

}  // namespace bricks
