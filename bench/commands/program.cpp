#include "bench/commands/command.hpp"
#include "bench/report/build_info.hpp"
#include "engine/error.hpp"

#include <cstdio>
#include <exception>
#include <new>
#include <vector>

#include <CLI/CLI.hpp>

namespace bricks {
namespace {

ExitStatus complain(const std::string& line) {
  std::fprintf(stderr, "bricks-bench: %s\n", line.c_str());
  return bad_input;
}

std::string first_line_of(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

ExitStatus run_program(int argc, const char* const* argv) {
  CLI::App app("How fast deep-learning models run on this CPU, from their building blocks", "bricks-bench");
  app.set_version_flag("--version", build_line());
  ExitStatus status = done;
  for (const Command& command : commands())
    command.add(*command.name ? *app.add_subcommand(command.name, command.summary) : app, status);
  try {
    app.parse(argc, argv);
    return status;
  } catch (const CLI::Success& help) {
    return app.exit(help) == 0 ? done : bad_input;
  } catch (const CLI::ParseError& error) {
    return complain(first_line_of(error.what()));
  } catch (const Error& error) {
    return complain(error.what());
  } catch (const std::bad_alloc&) {
    return complain("not enough memory");
  }
}

}  // namespace bricks
