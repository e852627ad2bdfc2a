// Tuning tables as JSON, in files and inside of suites:
//
//   {"format": "bricks-tuning", "schema_version": 1, "isa": "avx512", "strict": false, "threads": 2,
//    "convolutions": [{"problem": "Conv 1x64x56x56 -> 64 ...", "algorithm": "winograd_f4",
//                      "ns": {"direct": 812345, "winograd_f2": 551234.5, "winograd_f4": 498765},
//                      "split": "2x1", "split_ns": {"1x2": 501234, "2x1": 498012}}]}
//
// `problem` as conv_text has it, in order; `ns` and `split_ns` may be {}; `split`, rows x tiles for `threads`
// threads, and `split_ns` stand there together or not at all. Everything that is read is hostile until
// checked.
#pragma once

#include "engine/formats/json.hpp"
#include "engine/tuning/tuning.hpp"

#include <string>

namespace bricks {

inline constexpr int tuning_schema_version = 1;
inline constexpr std::size_t largest_tuning_file = std::size_t{1} << 26;

// One convolution a line.
std::string tuning_text(const Tuning& tuning);

// Both throw Error for anything but such a document, for an ISA that this build does not have, and for an
// algorithm that does not run its convolution; read_tuning with the path in front.
Tuning parse_tuning(const Json& document);
Tuning read_tuning(const std::string& path);

}  // namespace bricks
