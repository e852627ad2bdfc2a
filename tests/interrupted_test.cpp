// The program is killed while it measures: what it had measured is kept, and a later run goes on from there.
#include "bench/backends/fake_backend.hpp"
#include "bench/measure/harness.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/formats/model_json.hpp"
#include "tests/support/kernel_test.hpp"
#include "tests/support/program.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <sstream>
#include <thread>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using bricks::test::file_text;
using bricks::test::Run;
using bricks::test::run_program;
using bricks::test::TemporaryFolder;

namespace {

// Bricks that take some tenths of a millisecond, so that a block of turns is some milliseconds.
std::string write_model(const TemporaryFolder& folder) {
  bricks::test::ModelWriter model("slow");
  auto value = model.input({1, 32, 28, 28});
  for (const int kernel : {3, 5, 1, 7}) value = model.conv(value, 32, kernel);
  const std::string path = folder / "slow.json";
  bricks::write_model(model.builder.finish(), path);
  return path;
}

// Started by a shell that the program replaces, so that signals reach the program itself. What it leaves
// behind when it is killed lies beside its errors.
class Child {
 public:
  explicit Child(const std::string& arguments, const std::string& error_file) {
    const std::string line =
        std::string("exec ") + BRICKS_PROGRAM + " " + arguments + " >/dev/null 2>" + error_file;
    id_ = fork();
    if (id_ != 0) return;
    setenv("TMPDIR", std::filesystem::path(error_file).parent_path().c_str(), 1);
    execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  // A test that fails leaves nothing running.
  ~Child() {
    if (id_ <= 0) return;
    signal(SIGKILL);
    wait();
  }
  void signal(int number) const { kill(id_, number); }
  // Exit status, or 128 and the signal. Once.
  int wait() {
    int status = 0;
    waitpid(id_, &status, 0);
    id_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t id_;
};

// Of every brick in a store, in the order of its lines; the unfinished last line is left out.
using Rounds = std::map<std::string, std::vector<nlohmann::json>>;

Rounds rounds_in(const std::string& store) {
  Rounds rounds;
  const std::string text = file_text(store);
  std::istringstream lines(text.substr(0, text.rfind('\n') + 1));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const nlohmann::json entry = nlohmann::json::parse(line);
    for (const auto& ns : entry.at("bricks").at("samples").at("ns")) rounds[entry.at("name")].push_back(ns);
  }
  return rounds;
}

std::size_t fewest(const Rounds& rounds, std::size_t bricks) {
  if (rounds.size() < bricks) return 0;
  std::size_t least = ~std::size_t{0};
  for (const auto& [name, samples] : rounds) least = std::min(least, samples.size());
  return least;
}

bool begins_with(const Rounds& now, const Rounds& before) {
  return std::all_of(before.begin(), before.end(), [&](const auto& brick) {
    const auto found = now.find(brick.first);
    return found != now.end() && found->second.size() >= brick.second.size() &&
           std::equal(brick.second.begin(), brick.second.end(), found->second.begin());
  });
}

std::uintmax_t size_of(const std::string& file) {
  std::error_code missing;
  const std::uintmax_t size = std::filesystem::file_size(file, missing);
  return missing ? 0 : size;
}

void wait_for_growth(const std::string& file) {
  const std::uintmax_t begin = std::max<std::uintmax_t>(size_of(file), 100);  // a first line alone is none
  for (int i = 0; size_of(file) <= begin; ++i) {
    REQUIRE(i < 60'000);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

constexpr std::size_t brick_count = 4, runs_of_a_block = bricks::runs_per_block;
// What is set aside as disturbed would not be in the store.
const char* const quick_json = " --threads 1 --no-validate --format json --count-disturbed --runs ";

}  // namespace

TEST_CASE("Killed many times at random moments: nothing is lost but the block in flight") {
  const TemporaryFolder folder;
  const std::string store = folder / "results.store";
  const std::string line = "--model " + write_model(folder) + " --results " + store + quick_json;
  auto random = bricks::test::seeded_random();
  CAPTURE(bricks::test::test_seed());
  Rounds before;
  for (int kill = 0; kill < bricks::test::some_of(100); ++kill) {
    CAPTURE(kill);
    Child child(line + "1000000", folder / "error");
    // Every other one while it prepares or begins to measure, the others for certain while it measures.
    if (kill % 2 == 1) wait_for_growth(store);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 50'000));
    child.signal(SIGKILL);
    REQUIRE(child.wait() == 128 + SIGKILL);
    const Rounds now = rounds_in(store);
    REQUIRE(begins_with(now, before));
    std::size_t most = 0;
    for (const auto& [name, samples] : now) {
      CHECK(samples.size() % runs_of_a_block == 0);
      most = std::max(most, samples.size() - before[name].size());
    }
    // A block is written at once: none of it is there for one brick and lost for another, but for one write
    // that the kill hit.
    for (const auto& [name, samples] : now)
      CHECK(samples.size() - before[name].size() + runs_of_a_block >= most);
    before = now;
  }
  const std::size_t known = fewest(before, brick_count);
  CHECK(known > 0);

  const Run finished = run_program(line + std::to_string(known + runs_of_a_block));
  REQUIRE(finished.error == "");
  REQUIRE(finished.status == 0);
  const Rounds all = rounds_in(store);
  CHECK(begins_with(all, before));
  CHECK(fewest(all, brick_count) == known + runs_of_a_block);
  const auto document = nlohmann::json::parse(finished.out);
  for (const auto& entry : document.at("benchmarks"))
    CHECK(entry.at("iterations") == all.at(entry.at("name")).size());
}

TEST_CASE("Interrupted: status 3, and the line that is printed goes on") {
  const TemporaryFolder folder;
  const std::string store = folder / "results.store";
  const std::string line = "--model " + write_model(folder) + " --results " + store + quick_json;
  Child child(line + "1000000", folder / "error");
  wait_for_growth(store);
  child.signal(SIGTERM);
  CHECK(child.wait() == 3);
  const std::string said = file_text(folder / "error");
  CHECK(said.find("interrupted; this line resumes: bricks-bench --model ") != std::string::npos);
  CHECK(said.find(" --results " + store) != std::string::npos);
}

TEST_CASE("measure --out leaves what it has beside the document, and --resume takes it up") {
  const TemporaryFolder folder;
  const std::string out = folder / "results.json", unfinished = out + ".partial";
  REQUIRE(run_program("decompose --model " + write_model(folder) + " --out " + folder / "suite").status == 0);
  const std::string line =
      "measure " + folder / "suite" + " --threads 1 --count-disturbed --out " + out + " --runs ";
  Child child(line + "1000000", folder / "error");
  wait_for_growth(unfinished);
  child.signal(SIGINT);
  CHECK(child.wait() == 3);
  CHECK(file_text(folder / "error").find("--out " + out + " --resume") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(out));
  const Rounds before = rounds_in(unfinished);

  const Run refused = run_program(line + "5");
  CHECK(refused.status == 2);
  CHECK(refused.error.find("--resume") != std::string::npos);
  CHECK(rounds_in(unfinished) == before);

  const Run resumed =
      run_program(line + std::to_string(fewest(before, brick_count) + 5) + " --resume --format json");
  REQUIRE(resumed.error == "");
  REQUIRE(resumed.status == 0);
  CHECK_FALSE(std::filesystem::exists(unfinished));
  const auto document = nlohmann::json::parse(file_text(out));
  REQUIRE(document.at("benchmarks").size() == brick_count);
  for (const auto& entry : document.at("benchmarks")) {
    CHECK(entry.at("iterations") == fewest(before, brick_count) + 5);
    const std::vector<nlohmann::json>& first = before.at(entry.at("name"));
    CHECK(std::equal(first.begin(), first.end(), entry.at("bricks").at("samples").at("ns").begin()));
  }
}

#if BRICKS_ONNX
TEST_CASE("measure --resume goes on with another engine too") {
  const TemporaryFolder folder;
  const bricks::bench::FakeBackend twin("exec " + std::string(BRICKS_PROGRAM) + " serve\n", "twin");
  setenv("BRICKS_BACKENDS", twin.folder().c_str(), 1);
  const std::string out = folder / "results.json", unfinished = out + ".partial", backend = " --backend twin";
  REQUIRE(run_program("decompose --model " + write_model(folder) + backend + " --out " + folder / "suite")
              .status == 0);
  const std::string line = "measure " + folder / "suite" + backend + " --threads 1 --out " + out + " --runs ";
  Child child(line + "1000000", folder / "error");
  wait_for_growth(unfinished);
  child.signal(SIGINT);
  CHECK(child.wait() == 3);
  CHECK(file_text(folder / "error").find(" --out " + out + " --resume") != std::string::npos);
  const Rounds before = rounds_in(unfinished);
  const std::size_t runs = fewest(before, brick_count) + 5;
  const Run resumed = run_program(line + std::to_string(runs) + " --resume");
  CHECK(resumed.error == "");
  REQUIRE(resumed.status == 0);
  const nlohmann::json document = nlohmann::json::parse(file_text(out));
  for (const auto& entry : document.at("benchmarks")) {
    CHECK(entry.at("iterations") == runs);
    const std::vector<nlohmann::json>& first = before.at(entry.at("name"));
    CHECK(std::equal(first.begin(), first.end(), entry.at("bricks").at("samples").at("ns").begin()));
  }
  unsetenv("BRICKS_BACKENDS");
}

TEST_CASE("compare keeps the models that it has compared, and leaves no files behind") {
  const TemporaryFolder folder;
  const bricks::bench::FakeBackend twin("exec " + std::string(BRICKS_PROGRAM) + " serve\n", "twin");
  setenv("BRICKS_BACKENDS", twin.folder().c_str(), 1);
  const std::string first = write_model(folder), second = folder / "second.json", out = folder / "out.json";
  std::filesystem::copy_file(first, second);
  Child child("compare --model " + first + " --model " + second +
                  " --backend twin --no-floor --threads 1 --runs 100 --out " + out,
              folder / "error");
  wait_for_growth(out);
  child.signal(SIGTERM);
  CHECK(child.wait() == 3);
  CHECK(file_text(folder / "error").find("interrupted; " + out + " holds 1 of 2 models") !=
        std::string::npos);
  const nlohmann::json document = nlohmann::json::parse(file_text(out));
  CHECK(document.at("bricks").at("compare").at("models").size() == 1);
  const auto files = std::filesystem::directory_iterator(folder / "");
  CHECK(std::none_of(begin(files), end(files), [](const auto& entry) { return entry.is_directory(); }));
  unsetenv("BRICKS_BACKENDS");
}
#endif

TEST_CASE("Known bricks are taken from a store, other builds' are not") {
  const TemporaryFolder folder;
  const std::string store = folder / "results.store", model = write_model(folder);
  const std::string line = "--model " + model + " --results " + store + quick_json + "6";
  const auto use = [&](const std::string& arguments) {
    const Run run = run_program(arguments);
    REQUIRE(run.error == "");
    REQUIRE(run.status == 0);
    return nlohmann::json::parse(run.out).at("bricks").at("store");
  };
  CHECK(use(line).at("new_benchmarks") == brick_count);
  const std::string first = file_text(store);
  const auto second = use(line);
  CHECK(second.at("benchmarks") == brick_count);
  CHECK(second.at("new_benchmarks") == 0);
  CHECK(second.at("saved_seconds") > 0);
  CHECK(file_text(store) == first);
  // Another state of the caches is another system; the same of another build is stale.
  const auto hot = use(line + " --cache hot");
  CHECK(hot.at("new_benchmarks") == brick_count);
  CHECK(hot.at("results_of_other_systems") == brick_count);
  std::string rebuilt = first;
  for (std::size_t at = 0; (at = rebuilt.find("sources ", at)) != std::string::npos; at += 12)
    rebuilt.replace(at + 8, 4, "####");
  std::ofstream(store, std::ios::trunc) << rebuilt;
  const auto stale = use(line);
  CHECK(stale.at("new_benchmarks") == brick_count);
  CHECK(stale.at("stale_results") == brick_count);

  const Run composed = run_program("compose --model " + model + " --results " + store);
  CHECK(composed.status == 0);
  CHECK(composed.out.find("results of 1 other build") != std::string::npos);
}

TEST_CASE("Composing measures what a store lacks, and only that; a document is composed from as it is") {
  const TemporaryFolder folder;
  const std::string store = folder / "results.store", model = write_model(folder);
  const std::string line =
      "compose --model " + model + " --results " + store + " --count-disturbed --format json";
  const auto use = [&](const std::string& arguments) {
    const Run run = run_program(arguments);
    REQUIRE(run.error == "");
    REQUIRE(run.status == 0);
    return nlohmann::json::parse(run.out).at("bricks");
  };
  use("--model " + model + " --results " + store + quick_json + "6");
  const std::string first = file_text(store);
  const auto known = use(line);
  CHECK(known.at("store").at("new_benchmarks") == 0);
  CHECK(known.at("store").at("benchmarks") == brick_count);
  CHECK(known.at("store").at("saved_seconds") > 0);
  CHECK(file_text(store) == first);

  // Other bricks, of the store's one system: of four layers in pairs two.
  const auto pairs = use(line + " --G 2 --runs 7");
  CHECK(pairs.at("store").at("new_benchmarks") == 2);
  CHECK(pairs.at("threads") == 1);
  CHECK(pairs.at("models").at(0).at("composed_sequential_ms") > 0);
  const std::string second = file_text(store);
  CHECK(second.find(first) == 0);
  CHECK(fewest(rounds_in(store), brick_count + 2) == 6);
  CHECK(use(line + " --G 2").at("store").at("new_benchmarks") == 0);
  CHECK(use(line + " --G 3").at("store").at("new_benchmarks") == 1);  // the fourth layer alone is known
  // A system of which nothing is known.
  CHECK(use(line + " --cache hot --runs 2").at("store").at("new_benchmarks") == brick_count);
  CHECK(use(line + " --cache hot").at("store").at("new_benchmarks") == 0);

  // Another CPU's results are composed from where they are all there, and never added to.
  std::istringstream lines(first);
  std::string foreign, entry;
  for (bool header = true; std::getline(lines, entry); header = false) {
    auto parsed = nlohmann::json::parse(entry);
    if (!header) parsed["bricks"]["host"]["cpu_model"] = "Other CPU";
    foreign += parsed.dump() + "\n";
  }
  std::ofstream(store, std::ios::trunc) << foreign;
  CHECK(use(line).at("store").at("new_benchmarks") == 0);
  const Run refused = run_program(line + " --G 2");
  CHECK(refused.status == 2);
  CHECK(refused.error.find("2 of 2 bricks have no result of 'Other CPU") != std::string::npos);
  CHECK(file_text(store) == foreign);

  const std::string out = folder / "document.json";
  REQUIRE(run_program("--model " + model + quick_json + "2 --out " + out).status == 0);
  CHECK(run_program("compose --model " + model + " --results " + out).status == 0);
  CHECK(run_program("compose --model " + model + " --G 2 --results " + out).status == 2);
  CHECK(run_program("compose --model " + model + " --runs 2 --results " + out).status == 2);
  CHECK(run_program("compose --model " + model + " --count-disturbed --results " + out).status == 2);
}

TEST_CASE("Results of another build of the engine are composed from, or all bricks measured anew") {
  const TemporaryFolder folder;
  const std::string store = folder / "results.store", model = write_model(folder);
  const std::string line = "compose --model " + model + " --results " + store + " --runs 2 --format json";
  REQUIRE(run_program("--model " + model + " --results " + store + quick_json + "2").status == 0);
  std::string rebuilt = file_text(store);
  for (std::size_t at = 0; (at = rebuilt.find("sources ", at)) != std::string::npos; at += 12)
    rebuilt.replace(at + 8, 4, "####");
  // And one result of yet another: the fuller of two stale builds counts.
  std::string third = rebuilt.substr(rebuilt.rfind('\n', rebuilt.size() - 2) + 1);
  third.replace(third.find("####"), 4, "$$$$");
  std::ofstream(store, std::ios::trunc) << rebuilt << third;
  const auto use = [&](const std::string& arguments) {
    const Run run = run_program(arguments);
    REQUIRE(run.status == 0);
    return nlohmann::json::parse(run.out).at("bricks").at("store");
  };
  CHECK(use(line).at("new_benchmarks") == 0);
  const auto anew = use(line + " --G 3");  // the fourth layer alone is known, of the other build
  CHECK(anew.at("new_benchmarks") == 2);
  CHECK(anew.at("stale_results") == brick_count + 1);
}
