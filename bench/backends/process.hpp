// A backend program as this process's child: one JSON line out, one JSON line back (README.md).
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace bricks::bench {

// What the process is between requests: stopped, so that its idle threads use no CPU while others are timed,
// or awake, where it is alone. A stopped one's second thread came back 4 ms late at the next request.
enum class Between : std::uint8_t { stopped, awake };

class BackendProcess {
 public:
  // Starts the program, confined to these processors (empty: as this process). Throws Error when it cannot be
  // started.
  BackendProcess(std::string program, std::vector<int> processors, std::vector<std::string> arguments = {},
                 Between between = Between::stopped);
  ~BackendProcess();
  BackendProcess(const BackendProcess&) = delete;
  BackendProcess& operator=(const BackendProcess&) = delete;

  // Sends a request and waits for its answer; wakes the process before and stops it behind, unless it is to
  // stay awake. Throws Error when the answer is an error. Where it is no JSON object, does not come within
  // the time, or the process has ended, it throws too, ends the process, and throws the same at every later
  // call.
  nlohmann::json request(const nlohmann::json& request,
                         std::chrono::seconds timeout = std::chrono::minutes(10));

  const std::string& program() const { return program_; }

 private:
  void send(const std::string& line);
  std::string receive(std::chrono::steady_clock::time_point deadline);
  [[noreturn]] void give_up(const std::string& what);
  [[noreturn]] void fail(const std::string& what) const;

  std::string program_, buffer_;
  std::string end_;  // why the process was ended; "" while it was not
  Between between_;
  int process_ = -1, to_ = -1, from_ = -1;
};

// The program of that name in $BRICKS_BACKENDS or in the folder that this build came from; Error with the
// known names when there is none.
std::string find_backend(std::string_view name);

}  // namespace bricks::bench
