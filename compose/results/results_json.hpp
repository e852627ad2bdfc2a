// Result documents: JSON in the shape of Google Benchmark's, so that its compare tools read them.
//
// Read is `benchmarks[]`, each entry one brick:
//   name         the brick's canonical text, unless bricks.text gives it; "TEXT @ VARIANT" names the variant
//                too
//   real_time    above 0, in time_unit: "ns" (default), "us", "ms" or "s"
//   run_type     entries of "aggregate" are passed over
//   bricks       optional: text, variant, tuned, swept_bytes, seconds, samples {ns[], and turn[] or round[],
//                position[], start_ns[]}; samples count instead of real_time; busy_samples likewise: with the
//                other workers busy
// Entries of one brick are repetitions of it. The system stands under the document's `bricks`: execution,
// threads, workers, isa, cache, engine (a string, or an object of strings of which `identity` says it all),
// host.cpu_model; an entry's own under its `bricks` go before them. Everything else is passed over. A name
// and real_time are enough by hand.
#pragma once

#include "compose/results/result.hpp"
#include "engine/formats/json.hpp"

#include <string>
#include <string_view>

namespace bricks {

inline constexpr std::size_t largest_results_file = std::size_t{1} << 30;

// Both throw Error that begins with the path or `where`. A path may also be a store's (store.hpp).
Results read_results(const std::string& path);
Results parse_results(std::string_view text, const std::string& where);
// Of a document or a store.
Results results_from_text(std::string_view text, const std::string& where);

// An entry of benchmarks[]; system: what the entry does not say of its own. Throws Error.
BrickResult result_from_json(const Json& entry, const System& system);
// An entry of benchmarks[] that reads back as the same result. real_time is the trimmed mean, in nanoseconds.
Json result_to_json(const BrickResult& result);

}  // namespace bricks
