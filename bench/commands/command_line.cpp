#include "bench/commands/command_line.hpp"

#include "engine/error.hpp"

#include <CLI/CLI.hpp>

namespace bricks {

void CommandOption::required() { option_.required(); }

CommandLine::CommandLine(const std::string& program, const std::string& summary, const std::string& version)
    : owned_(std::make_unique<CLI::App>(summary, program)), app_(owned_.get()) {
  app_->set_version_flag("--version", version);
}

CommandLine::CommandLine(CLI::App& app) : app_(&app) {}

CommandLine::~CommandLine() = default;

CommandLine& CommandLine::add_subcommand(const std::string& name, const std::string& summary) {
  subcommands_.push_back(std::unique_ptr<CommandLine>(new CommandLine(*app_->add_subcommand(name, summary))));
  return *subcommands_.back();
}

bool CommandLine::has_subcommand() const { return !app_->get_subcommands().empty(); }

bool CommandLine::given(const std::string& option) const { return app_->count(option) > 0; }

CommandOption CommandLine::add_option(const std::string& name, std::string& value, const std::string& help) {
  return CommandOption(*app_->add_option(name, value, help));
}

CommandOption CommandLine::add_option(const std::string& name, std::optional<std::string>& value,
                                      const std::string& help) {
  return CommandOption(*app_->add_option(name, value, help));
}

CommandOption CommandLine::add_option(const std::string& name, std::vector<std::string>& values,
                                      const std::string& help) {
  return CommandOption(*app_->add_option(name, values, help));
}

CommandOption CommandLine::add_option(const std::string& name, std::uint64_t& value,
                                      const std::string& help) {
  return CommandOption(*app_->add_option(name, value, help));
}

CommandOption CommandLine::add_flag(const std::string& name, bool& value, const std::string& help) {
  return CommandOption(*app_->add_flag(name, value, help));
}

CommandOption CommandLine::add_option_function(const std::string& name,
                                               std::function<void(const std::string&)> read,
                                               const std::string& help) {
  return CommandOption(*app_->add_option_function<std::string>(name, std::move(read), help));
}

void CommandLine::callback(std::function<void()> run) { app_->callback(std::move(run)); }

template <class Parse>
void CommandLine::guarded(Parse parse) {
  try {
    parse();
  } catch (const CLI::Success& help) {
    app_->exit(help);
  } catch (const CLI::ParseError& error) {
    const std::string text = error.what();
    throw Error(text.substr(0, text.find('\n')));
  }
}

void CommandLine::parse(int argc, const char* const* argv) {
  guarded([&] { app_->parse(argc, argv); });
}

void CommandLine::parse(const std::string& line) {
  guarded([&] { app_->parse(line); });
}

}  // namespace bricks
