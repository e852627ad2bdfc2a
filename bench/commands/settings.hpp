// The settings of a run as its report gives them, with the line that runs it again.
#pragma once

#include "bench/commands/options.hpp"
#include "bench/report/report.hpp"
#include "decompose/suite/suite.hpp"

#include <string>

namespace bricks {

// command: "" for the one-line form.
ReportSettings settings_of(const std::string& command, const ModelOptions& models,
                           const DecomposeOptions& decompose);
// The same for a command that measures.
ReportSettings settings_of(const std::string& command, const ModelOptions& models,
                           const DecomposeOptions& decompose, const MeasureOptions& measure);

// Of `measure FOLDER`, which learns execution and G from the suite.
ReportSettings settings_of_suite(const std::string& folder, const SuiteOptions& suite,
                                 const MeasureOptions& measure);

// Behind a command, each with a space in front. Where results go is no setting of a run, so those of output
// stand in the lines that resume one alone.
std::string words(const ValidateOptions& options);
std::string words(const OutputOptions& options);

// Quoted for a shell where that is needed.
std::string shell_word(const std::string& word);

}  // namespace bricks
