// The command line of the program and of each of its commands.
//
// CLI11 parses it, behind this interface: a file that includes CLI11 takes ten seconds to compile, so that
// one file does, for all commands.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace bricks {

// What was added, to say more of it.
class CommandOption {
 public:
  explicit CommandOption(CLI::Option& option) : option_(option) {}
  void required();

 private:
  CLI::Option& option_;
};

class CommandLine {
 public:
  // Of the program; --version prints `version`.
  CommandLine(const std::string& program, const std::string& summary, const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // Lives as long as this one.
  CommandLine& add_subcommand(const std::string& name, const std::string& summary);
  // True while parsing, from the moment on that a subcommand was named.
  bool has_subcommand() const;
  // Likewise: whether that option stood on the line.
  bool given(const std::string& option) const;

  // The variables are filled when the line is parsed and have to live until then. Names begin with "--"; one
  // that does not is a place on the line.
  CommandOption add_option(const std::string& name, std::string& value, const std::string& help);
  CommandOption add_option(const std::string& name, std::optional<std::string>& value,
                           const std::string& help);
  CommandOption add_option(const std::string& name, std::vector<std::string>& values,
                           const std::string& help);
  CommandOption add_option(const std::string& name, std::uint64_t& value, const std::string& help);
  // "!--no-thing" clears the variable.
  CommandOption add_flag(const std::string& name, bool& value, const std::string& help);
  // read may throw Error.
  CommandOption add_option_function(const std::string& name, std::function<void(const std::string&)> read,
                                    const std::string& help);

  // Run when the line was parsed without an error: a subcommand's before its program's.
  void callback(std::function<void()> run);

  // Prints help and version where they are asked for. Throws Error, of one line, for a line that is wrong,
  // and what callbacks throw.
  void parse(int argc, const char* const* argv);
  void parse(const std::string& line);

 private:
  explicit CommandLine(CLI::App& app);
  template <class Parse>
  void guarded(Parse parse);

  std::unique_ptr<CLI::App> owned_;  // of the program alone
  CLI::App* app_;
  std::vector<std::unique_ptr<CommandLine>> subcommands_;
};

}  // namespace bricks
