// A command of the program: how it stands on the command line and what it does.
#pragma once

#include "bench/commands/exit_status.hpp"

#include <span>
#include <string>

namespace bricks {

class CommandLine;

struct Command {
  const char* name;     // "" for the one-line form
  const char* summary;  // for --help
  // Adds options and sets the callback, which leaves the exit status in `status`.
  void (*add)(CommandLine& command, ExitStatus& status);
};

// All commands; adding one means a row here.
std::span<const Command> commands();

// Parses and runs. Anything wrong with what was given is one line on standard error and bad_input.
ExitStatus run_program(int argc, const char* const* argv);

}  // namespace bricks
