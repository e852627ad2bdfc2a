// Exit statuses, the same for every command.
#pragma once

namespace bricks {

enum ExitStatus : int {
  done = 0,
  failed = 1,       // a gate or a validation
  bad_input = 2,    // or usage
  interrupted = 3,  // and resumable
  too_noisy = 4,    // the document is still written
};

}  // namespace bricks
