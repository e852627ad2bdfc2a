// The order of a suite's bricks: by text, their variants by variant text, so that it says nothing of the
// models.
#pragma once

#include "decompose/suite/suite.hpp"

namespace bricks {

// Sorts, and renumbers the recipes' steps accordingly.
void sort_bricks(Suite& suite);

}  // namespace bricks
