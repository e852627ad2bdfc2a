#include "bench/backends/process.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bricks::bench {
namespace {

using SteadyClock = std::chrono::steady_clock;

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw Error(std::string("pipe: ") + std::strerror(errno));
    read = ends[0];
    write = ends[1];
  }
};

void confine(const std::vector<int>& processors) {
  if (processors.empty()) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int processor : processors) CPU_SET(static_cast<std::size_t>(processor), &set);
  sched_setaffinity(0, sizeof set, &set);
}

// The longest answer that is not taken for a program run wild.
constexpr std::size_t longest_line = std::size_t{64} << 20;

}  // namespace

BackendProcess::BackendProcess(std::string program, std::vector<int> processors,
                               std::vector<std::string> arguments, Between between)
    : program_(std::move(program)), between_(between) {
  // A backend that dies must not take us with it at the next write.
  signal(SIGPIPE, SIG_IGN);
  const Pipe in, out;
  std::string name = std::filesystem::absolute(program_).string();
  std::vector<char*> words{name.data()};
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  process_ = fork();
  if (process_ < 0) fail(std::string("fork: ") + std::strerror(errno));
  if (process_ == 0) {
    dup2(in.read, STDIN_FILENO);
    dup2(out.write, STDOUT_FILENO);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);  // a terminal's interrupt is for us, who end the session in order
    confine(processors);
    execv(name.c_str(), words.data());
    _exit(127);
  }
  close(in.read);
  close(out.write);
  to_ = in.write;
  from_ = out.read;
}

BackendProcess::~BackendProcess() {
  close(to_);
  close(from_);
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

nlohmann::json BackendProcess::request(const nlohmann::json& request, std::chrono::seconds timeout) {
  if (!end_.empty()) throw Error(end_);
  if (between_ == Between::stopped) kill(process_, SIGCONT);
  send(request.dump() + "\n");
  const std::string line = receive(SteadyClock::now() + timeout);
  if (between_ == Between::stopped) kill(process_, SIGSTOP);
  const nlohmann::json answer = nlohmann::json::parse(line, nullptr, false);
  if (!answer.is_object()) give_up("answer '" + line.substr(0, 80) + "', expected one JSON object a line");
  if (answer.contains("error"))
    fail(answer["error"].is_string() ? answer["error"].get<std::string>() : "failed");
  return answer;
}

void BackendProcess::send(const std::string& line) {
  std::size_t sent = 0;
  while (sent < line.size()) {
    const ssize_t n = write(to_, line.data() + sent, line.size() - sent);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) give_up("the program has ended, expected it to wait for requests");
    sent += static_cast<std::size_t>(n);
  }
}

std::string BackendProcess::receive(SteadyClock::time_point deadline) {
  for (;;) {
    if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    if (buffer_.size() > longest_line) give_up("an answer above 64 MiB");
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - SteadyClock::now()).count();
    if (left <= 0) give_up("no answer within the time allowed");
    pollfd waiting{from_, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::min<long long>(left, 1000)));
    if (ready < 0 && errno != EINTR) give_up(std::string("poll: ") + std::strerror(errno));
    if (ready <= 0) continue;
    char piece[65536];
    const ssize_t n = read(from_, piece, sizeof piece);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) give_up("the program has ended without an answer");
    buffer_.append(piece, static_cast<std::size_t>(n));
  }
}

// Otherwise what belongs to this request would be taken for the answer to the next one, and a process that is
// late would compute beside others' timed runs.
void BackendProcess::give_up(const std::string& what) {
  kill(process_, SIGKILL);
  try {
    fail(what);
  } catch (const Error& error) {
    end_ = error.what();
    throw;
  }
}

void BackendProcess::fail(const std::string& what) const {
  throw Error("backend " + std::filesystem::path(program_).filename().string() + ": " + what);
}

std::string find_backend(std::string_view name) {
  const char* given = std::getenv("BRICKS_BACKENDS");
  const std::filesystem::path folder = given ? given : BRICKS_BACKENDS_FOLDER;
  std::string known;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string stem = entry.path().stem().string();
    if (access(entry.path().c_str(), X_OK) != 0 || !entry.is_regular_file() || stem == "install") continue;
    if (stem == name) return entry.path().string();
    known += (known.empty() ? "" : ", ") + stem;
  }
  throw Error("backend '" + std::string(name) + "', expected one of: " +
              (known.empty() ? "none found" : known) + " (in " + folder.string() + ")");
}

}  // namespace bricks::bench
