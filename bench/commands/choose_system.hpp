// Which of the systems in a file of results is meant.
#pragma once

#include "compose/results/result.hpp"

#include <string>
#include <vector>

namespace bricks {

class CommandLine;

// Adds --threads, --isa and --cache; what is not given stays empty or 0, which every system matches.
void add_system_options(CommandLine& command, System& wanted);

// Whether any results are of our engine, in whichever build, on a system that matches what `wanted` says.
bool has_own_system(const Results& results, const System& wanted);

// The one system that matches what `wanted` says. Of several, those of our engine go before others', those of
// this build before other builds', which are passed over with a note, and of other builds that with the most
// results. backend: results of that engine alone count, as "onnxruntime" or, where there are several
// versions, "onnxruntime 1.30.0"; "" says nothing. Throws Error where none or several are left.
System choose_system(const Results& results, const System& wanted, const std::string& backend,
                     std::vector<std::string>& notes);

}  // namespace bricks
