#include "compose/results/store.hpp"

#include "compose/results/results_json.hpp"
#include "engine/error.hpp"
#include "engine/formats/file.hpp"
#include "tests/support/complaint.hpp"

#include <cstdlib>
#include <filesystem>

#include <doctest/doctest.h>

namespace bricks {
namespace {

const System here{"A CPU", "avx2", "fused", "build 7", 2, "context"};
const std::string header = "{\"bricks_store\":1}\n";

BrickResult result(const std::string& text, int first_round, double ns) {
  BrickResult made{text, "plain->plain", 1000, here, {}, 0.25};
  for (int i = 0; i < 2; ++i) made.samples.push_back({first_round + i, 3, 10 * i, ns + i});
  return made;
}

class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "bricks_XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file() const { return (path_ / "results.store").string(); }

 private:
  std::filesystem::path path_;
};

std::string text_of(const Folder& folder) { return read_file(folder.file(), 1 << 20); }

}  // namespace

TEST_CASE("what is appended is read again, whichever program appended it") {
  const Folder folder;
  StoreWriter(folder.file()).append(std::vector{result("A", 0, 5), result("B", 0, 7)});
  StoreWriter(folder.file()).append(std::vector{result("A", 2, 6)});
  StoreWriter(folder.file()).append(std::vector{result("A", 0, 9)});  // another session
  const Results results = read_results(folder.file());
  REQUIRE(results.systems() == std::vector{here});
  const BrickResult& a = results.only().find("A", "plain->plain", 1000);
  CHECK(rounds_of(a) == 6);
  CHECK(sample_times_ns(a) == std::vector<double>{5, 6, 6, 7, 9, 10});
  CHECK(a.samples[5].round == 5);
  CHECK(a.samples[5].position == 3);
  CHECK(a.samples[5].start_ns == 10);
  CHECK(a.seconds == 0.75);
  CHECK(results.only().find("B", "plain->plain", 1000).samples.size() == 2);
}

TEST_CASE("a store cut off at any byte holds all of its whole lines, and goes on behind them") {
  const Folder folder;
  StoreWriter(folder.file()).append(std::vector{result("A", 0, 5), result("B", 0, 7)});
  const std::string whole = text_of(folder);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const std::string cut = whole.substr(0, size);
    CAPTURE(cut);
    const auto lines = static_cast<std::size_t>(std::count(cut.begin(), cut.end(), '\n'));
    const std::size_t results = lines == 0 ? 0 : lines - 1;
    write_file(folder.file(), cut);
    const Results before = read_results(folder.file());
    CHECK((results == 0 ? before.systems().empty() : before.only().size() == results));
    StoreWriter(folder.file()).append(std::vector{result("C", 0, 1)});
    CHECK(read_results(folder.file()).only().size() == results + 1);
  }
}

TEST_CASE("a wrong line that is not the last one is an error with its number") {
  const std::string good = result_to_json(result("A", 0, 5)).dump() + "\n";
  CHECK(parse_store(header + good + good, "f").only().size() == 1);
  CHECK(test::complaint([&] { parse_store(header + good + "{\"na\n" + good, "f"); }).starts_with("f:3: "));
  CHECK(test::complaint([&] { parse_store(header + "{\"name\": 3}\n", "f"); }).starts_with("f:2: "));
  CHECK(test::complaint([&] { parse_store(header + "[]\n", "f"); }).starts_with("f:2: "));
  CHECK(test::complaint([&] { parse_store(header + good + "{}\n", "f"); }).starts_with("f:3: "));
}

TEST_CASE("nothing is appended to a file that is no store, and one program at a time appends") {
  const Folder folder;
  const std::string document = "{\"benchmarks\": []}\n";
  write_file(folder.file(), document);
  CHECK(test::complaint([&] { StoreWriter writer(folder.file()); }).find("no store") != std::string::npos);
  CHECK(text_of(folder) == document);
  write_file(folder.file(), "");
  const StoreWriter first(folder.file());
  CHECK(test::complaint([&] { StoreWriter writer(folder.file()); }).find("another program") !=
        std::string::npos);
  CHECK_THROWS_AS(StoreWriter(folder.file() + "/there"), Error);
}

}  // namespace bricks
