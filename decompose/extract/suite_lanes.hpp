// Where suites have to know how wide vectors are: how an engine lays out channels, and who of its workers
// touches which.
#pragma once

namespace bricks {

// Floats of a block of channels. A suite is the same for all instruction sets, so it is AVX-512's in all of
// them; others agree where channels are multiples of it.
inline constexpr int suite_lanes = 16;

}  // namespace bricks
