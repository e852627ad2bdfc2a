// Runs the program as its users do.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace bricks::test {

struct Run {
  int status = -1;
  std::string out, error;
};

// A folder that is removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "bricks_XXXXXX").string();
    if (mkdtemp(pattern.data())) path_ = pattern;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  bool empty() const { return std::filesystem::is_empty(path_); }

 private:
  std::filesystem::path path_;
};

inline std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Without the lines of progress that a run of minutes writes into a log (bench/report/progress.hpp). A
// message of the program begins with its name.
inline std::string without_progress(const std::string& text) {
  static const std::regex line("^(?!bricks-bench: ).* [0-9]+ %(, [0-9]+ (s|min) left)?\\n",
                               std::regex::multiline);
  return std::regex_replace(text, line, "");
}

// arguments, environment (NAME=value): as a shell takes them.
inline Run run_program(const std::string& arguments, const std::string& environment = "") {
  const TemporaryFolder folder;
  Run run;
  const std::string command =
      environment + " " + BRICKS_PROGRAM + " " + arguments + " >" + folder / "out" + " 2>" + folder / "error";
  const int status = std::system(command.c_str());
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  run.out = file_text(folder / "out");
  run.error = without_progress(file_text(folder / "error"));
  return run;
}

}  // namespace bricks::test
