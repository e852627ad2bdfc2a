// A suite for engines that know nothing of our layouts.
#pragma once

#include "decompose/suite/suite.hpp"

namespace bricks {

// The same suite with one variant of every brick: plain inputs that may not be overwritten, plain outputs. Of
// footprints that differ in the copies of the weights alone, as variants within one model do, the copies are
// added up.
Suite with_plain_variants(Suite suite);

}  // namespace bricks
