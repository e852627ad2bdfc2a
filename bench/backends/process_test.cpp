#include "bench/backends/process.hpp"

#include "engine/error.hpp"
#include "tests/support/complaint.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::bench;

namespace {

// A backend of three lines of shell, in a folder of its own.
class Script {
 public:
  explicit Script(const std::string& body) {
    char name[] = "/tmp/bricks-backend-XXXXXX";
    folder_ = mkdtemp(name);
    std::ofstream(path()) << "#!/bin/sh\n" << body;
    std::filesystem::permissions(path(), std::filesystem::perms::owner_all);
  }
  ~Script() { std::filesystem::remove_all(folder_); }
  std::string path() const { return folder_ + "/echo.sh"; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

}  // namespace

TEST_CASE("a backend answers line by line and keeps its state") {
  const Script script(
      "n=0; while read -r line; do n=$((n+1)); echo \"{\\\"turn\\\": $n, \\\"request\\\": $line}\"; done\n");
  BackendProcess backend(script.path(), {});
  CHECK(backend.request({{"command", "a"}})["turn"] == 1);
  const nlohmann::json second = backend.request({{"command", "b"}});
  CHECK(second["turn"] == 2);
  CHECK(second["request"]["command"] == "b");
}

TEST_CASE("a backend is stopped between requests, unless it is to stay awake") {
  const Script script("while read -r line; do echo \"{\\\"pid\\\": $$}\"; done\n");
  for (const Between between : {Between::stopped, Between::awake}) {
    BackendProcess backend(script.path(), {}, {}, between);
    const int pid = backend.request({{"command", "a"}})["pid"];
    std::string state;
    for (int i = 0; i < 20 && state != "T"; ++i) {
      std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
      std::string skipped;
      stat >> skipped >> skipped >> state;
      usleep(10000);
    }
    CHECK((state == "T") == (between == Between::stopped));
  }
}

TEST_CASE("a backend's error, silence, nonsense and death are one line each") {
  const auto answer = [](const std::string& body) {
    const Script script(body);
    BackendProcess backend(script.path(), {});
    try {
      backend.request({{"command", "a"}}, std::chrono::seconds(1));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK(answer("read -r line; echo '{\"error\": \"no such model\"}'; cat\n") ==
        "backend echo.sh: no such model");
  CHECK(answer("read -r line; echo hello; cat\n") ==
        "backend echo.sh: answer 'hello', expected one JSON object a line");
  CHECK(answer("read -r line; exit 1\n") == "backend echo.sh: the program has ended without an answer");
  CHECK(answer("read -r line; exec sleep 30\n") == "backend echo.sh: no answer within the time allowed");
}

TEST_CASE(
    "a backend that leaves the protocol is ended, so that no answer is taken for that of another request") {
  const Script script("while read -r line; do echo a library says hello; echo '{\"handle\": 3}'; done\n");
  BackendProcess backend(script.path(), {});
  const auto complaint = [&] { return test::complaint([&] { backend.request({{"command", "load"}}); }); };
  CHECK(complaint() == "backend echo.sh: answer 'a library says hello', expected one JSON object a line");
  CHECK(complaint() == "backend echo.sh: answer 'a library says hello', expected one JSON object a line");
}

TEST_CASE("a backend is found by name, a wrong name lists the right ones") {
  const Script script("cat\n");
  setenv("BRICKS_BACKENDS", script.folder().c_str(), 1);
  CHECK(find_backend("echo") == script.path());
  CHECK_THROWS_WITH_AS(find_backend("ech"), doctest::Contains("expected one of: echo"), Error);
  unsetenv("BRICKS_BACKENDS");
}
