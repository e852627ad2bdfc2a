// For tests: a group of options as the command line gives it.
#pragma once

#include "bench/commands/command_line.hpp"

#include <string>

namespace bricks::test {

// Options needs an add_options() of its own.
template <class Options>
Options parse(const std::string& line) {
  CommandLine command("test", "", "");
  Options options;
  add_options(command, options);
  command.parse(line);
  return options;
}

}  // namespace bricks::test
