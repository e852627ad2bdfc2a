#include "bench/commands/command.hpp"
#include "bench/commands/command_line.hpp"
#include "bench/commands/number.hpp"
#include "bench/measure/exertion.hpp"
#include "bench/measure/gathering.hpp"
#include "bench/report/build_info.hpp"
#include "engine/error.hpp"

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <vector>

namespace bricks {
namespace {

ExitStatus complain(const std::string& line) {
  std::fprintf(stderr, "bricks-bench: %s\n", line.c_str());
  return bad_input;
}

void read_milliseconds(const char* name, void (*set_ns)(std::int64_t ns)) {
  const char* given = std::getenv(name);
  if (given && *given) set_ns(number<std::int64_t>(name, given, 0, 600'000) * 1'000'000);
}

// Tests set both: of a session of some runs of a tiny model most would be warming up, and a second waiting
// where virtual cores share no cache.
void read_environment() {
  read_milliseconds("BRICKS_GATHER_MS", set_first_gathering_ns);
  read_milliseconds("BRICKS_WARM_UP_MS", set_warm_up_ns);
}

}  // namespace

ExitStatus run_program(int argc, const char* const* argv) {
  // Who reads no further is an error of a write, behind which files are removed.
  std::signal(SIGPIPE, SIG_IGN);
  CommandLine line("bricks-bench",
                   "How fast deep-learning models run on this CPU, from their building blocks", build_line());
  ExitStatus status = done;
  for (const Command& command : commands())
    command.add(*command.name ? line.add_subcommand(command.name, command.summary) : line, status);
  try {
    read_environment();
    line.parse(argc, argv);
    return status;
  } catch (const Error& error) {
    return complain(error.what());
  } catch (const std::bad_alloc&) {
    return complain("not enough memory");
  } catch (const std::exception& error) {  // of the system's files, for one: a folder that nobody may read
    const std::string text = error.what();
    return complain(text.substr(0, text.find('\n')));
  }
}

}  // namespace bricks
