// What a session knows of its benchmarks beforehand and what it learns of them, on whichever engine they run.
#pragma once

#include "bench/measure/measurements.hpp"
#include "bench/session/carousels.hpp"
#include "bench/session/measure_session.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace bricks {

class CarouselResults {
 public:
  // Fills what the engine says of a benchmark: operators, algorithm.
  using Describe = std::function<void(BenchmarkId, BrickReport&)>;
  enum class Call : std::uint8_t { part_of_run, taken_off };

  // Plans carousels where options has none; benchmarks that options.known holds in rounds enough are taken
  // out of them. suite and options have to outlive this. call: what the empty brick takes is that of another
  // engine's call, and is taken off every time. tuned_units_of: of an engine that goes by a table.
  CarouselResults(const Suite& suite, std::span<const BenchmarkId> ids, const SessionOptions& options,
                  std::size_t last_level_bytes, Call call, Describe describe,
                  const TunedUnitsOf& tuned_units_of = {});

  // Those to be measured, at least one: the reference runs even where no brick is left to measure.
  // Measurements hold the series of their members, carousel by carousel, each with that of an empty brick
  // behind it; then, with workers, the same again beside others.
  const std::vector<Carousel>& carousels() const { return carousels_; }
  // Those of benchmarks that are known.
  const std::vector<Carousel>& known() const { return known_; }
  // What both are parts of: a turn of a part goes over the bytes of a turn of its whole (bytes_to_fill).
  const std::vector<Carousel>& wholes() const { return wholes_; }

  // Rounds that the benchmarks still need to have options.runs of them.
  int missing_runs() const;

  // Nanoseconds to be taken off every time; 0 where none are.
  double call_ns(const Measurements& measured) const;

  // All benchmarks, those that were known behind those that were measured; samples that were known of the
  // latter stand before the new ones.
  void report(const Measurements& measured, SessionResult& result) const;

  // The samples since the last call as results of options.system, with the time that they took.
  std::vector<BrickResult> fresh_results(const Measurements& measured);

 private:
  void find_tuned(const TunedUnitsOf& tuned_units_of);
  std::string tuned(BenchmarkId id) const;
  Series empty_series(const Measurements& measured) const;
  BrickReport report_of(const Carousel& carousel, const CarouselMember& member, const Series& series) const;
  void add_busy(const Measurements& measured, SessionResult& result) const;
  BrickResult result_of(const Carousel& carousel, const CarouselMember& member,
                        std::span<const Sample> samples, double call) const;

  const Suite& suite_;
  const SessionOptions& options_;
  Call call_;
  Describe describe_;
  std::vector<Carousel> wholes_, carousels_, known_;
  std::map<BenchmarkId, std::string> tuned_;  // as BrickResult::tuned; empty without a table
  std::vector<int> handed_out_;               // turns of each member, carousel by carousel
  std::int64_t handed_out_ns_ = 0;
};

// Times less the cost of a call; what is smaller than that took no time that could be told, 1 ns.
Series without_call(Series series, double call_ns);

}  // namespace bricks
