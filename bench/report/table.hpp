// A report for people. The first line is the answer; the last one gives the report again.
#pragma once

#include "bench/report/report.hpp"

#include <string>

namespace bricks {

// most_bricks: of the longest list; what is left out is summed up in one line.
std::string table_text(const Report& report, std::size_t most_bricks = 20);

}  // namespace bricks
