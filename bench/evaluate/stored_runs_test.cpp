#include "bench/evaluate/stored_runs.hpp"

#include "bench/session/temporary_folder.hpp"
#include "engine/error.hpp"

#include <fstream>

#include <doctest/doctest.h>

using namespace bricks;

namespace {

class Documents {
 public:
  std::string add(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path.string();
  }
  std::string folder() const { return folder_.path().string(); }

 private:
  TemporaryFolder folder_;
};

std::string document(const std::string& brick, const std::string& model, const std::string& cache) {
  return R"({"benchmarks": [{"name": ")" + brick + R"(", "real_time": 1, "time_unit": "ms", "bricks":
      {"samples": {"ns": [1000000, 3000000]}}}],
    "bricks": {"isa": "avx2", "threads": 2, "execution": "fused", "cache": ")" +
         cache + R"(", "models": [{"name": ")" + model + R"(", "measured_ms": 4.5, "measured_p50_ms": 4}],
      "seconds": {"bricks": 2, "model_setup": 0.5}}})";
}

}  // namespace

TEST_CASE("Documents of one system, execution and cache state become one run") {
  Documents documents;
  const std::vector<std::string> paths = {documents.add("1.json", document("one", "a", "context")),
                                          documents.add("2.json", document("two", "b", "context")),
                                          documents.add("3.json", document("one", "a", "hot"))};
  const std::vector<StoredRun> runs = read_runs(paths);
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].system.cache == "context");
  CHECK(runs[0].system.isa == "avx2");
  CHECK(runs[0].results.look_up("one", "", 0) != nullptr);
  CHECK(runs[0].results.look_up("two", "", 0) != nullptr);
  CHECK(runs[0].models.at("b").ms == 4.5);
  CHECK(runs[0].models.at("b").p50_ms == 4);
  CHECK_FALSE(runs[0].models.at("b").p90_ms);
  CHECK(runs[0].brick_seconds == 4);
  CHECK(runs[0].model_setup_seconds == 1);
  CHECK(runs[0].brick_sample_seconds == doctest::Approx(0.008));
  CHECK(runs[1].system.cache == "hot");
  CHECK(runs[1].results.look_up("two", "", 0) == nullptr);
}

TEST_CASE("A document without bricks of its own joins the run that its settings name") {
  Documents documents;
  const std::string settings = R"(, "isa": "avx2", "threads": 2, "execution": "fused", "cache": "context"}})";
  const std::string empty =
      R"({"benchmarks": [], "bricks": {"models": [{"name": "b", "measured_ms": 3}])" + settings;
  std::vector<std::string> paths = {documents.add("1.json", document("one", "a", "context")),
                                    documents.add("2.json", empty)};
  const std::vector<StoredRun> runs = read_runs(paths);
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].models.at("b").ms == 3);
  std::swap(paths[0], paths[1]);
  CHECK_THROWS_AS(read_runs(paths), Error);  // nothing to join yet
}

TEST_CASE("Wrong documents are refused by name") {
  Documents documents;
  const auto complaint = [&](const std::string& text) {
    const std::vector<std::string> paths = {documents.add("wrong.json", text)};
    try {
      read_runs(paths);
    } catch (const Error& error) {
      const std::string what = error.what();
      CHECK(what.find("wrong.json") != std::string::npos);
      return what.substr(what.find("wrong.json"));
    }
    return std::string();
  };
  CHECK(complaint("{}").find("benchmarks") != std::string::npos);
  CHECK(complaint(R"({"benchmarks": []})").find("no results") != std::string::npos);
  const std::string brick = R"({"benchmarks": [{"name": "x", "real_time": 1}], "bricks": )";
  CHECK(complaint(brick + R"({"models": [{"name": "a", "measured_ms": -1}]}})").find("above 0") !=
        std::string::npos);
  CHECK(complaint(brick + R"({"models": [{"measured_ms": 1}]}})").find("'name'") != std::string::npos);
  CHECK(
      complaint(brick + R"({"models": [{"name": "a", "measured_ms": 1}, {"name": "a", "measured_ms": 1}]}})")
          .find("twice") != std::string::npos);
}

TEST_CASE("An evaluation's folder stands for the documents of its sessions") {
  Documents documents;
  CHECK(documents_at("one.json") == std::vector<std::string>{"one.json"});
  CHECK_THROWS_AS(documents_at(documents.folder()), Error);
  const std::string b = documents.add("sessions/b.json", "{}"), a = documents.add("sessions/a.json", "{}");
  documents.add("sessions/notes.txt", "");
  CHECK(documents_at(documents.folder()) == std::vector<std::string>{a, b});
}
