// The rounds of a session, the same for every engine.
#pragma once

#include "bench/measure/harness.hpp"
#include "bench/session/carousel_results.hpp"

#include <cstdint>
#include <span>

namespace bricks {

double seconds_since(Clock& clock, std::int64_t begin);

// Measures until the rule that options ask for ends it, stores what each block of turns brought, and adds to
// result all that rounds tell. subjects: the turns of bricks.carousels(), and the models, which these are the
// graphs of.
void run_rounds(const Subjects& subjects, std::span<const Graph* const> models, CarouselResults& bricks,
                const SessionOptions& options, const Surroundings& surroundings, SessionResult& result);

}  // namespace bricks
