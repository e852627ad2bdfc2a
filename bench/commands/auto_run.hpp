// The one-line form with --G auto.
#pragma once

#include "bench/commands/finish_run.hpp"

namespace bricks {

// Measures the bricks of G from 1 to 10 beside the whole models in one session, and reports the G that is the
// best trade (evaluate/choose_granularity.hpp) as if it alone had been asked for, with what the others would
// be. Throws Error for options that it cannot heed.
ExitStatus run_auto_G(RunOptions options);

}  // namespace bricks
