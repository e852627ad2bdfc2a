#include "decompose/suite/suite_files.hpp"

#include "decompose/identity/canonical_text.hpp"
#include "decompose/suite/decomposer.hpp"
#include "decompose/suite/json_members.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/error.hpp"
#include "engine/tuning/conv_text.hpp"
#include "engine/tuning/tuning_json.hpp"
#include "tests/support/complaint.hpp"
#include "tests/support/kernel_test.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <unistd.h>

#include <doctest/doctest.h>

namespace bricks {
namespace {

namespace fs = std::filesystem;
using test::complaint;

struct Folder {
  Folder() { fs::remove_all(path); }
  ~Folder() { fs::remove_all(path); }
  const fs::path path = fs::temp_directory_path() / ("bricks_suite_test_" + std::to_string(::getpid()));
};

Suite small_suite(SuiteOptions options = {.execution = Execution::fused, .granularity = 2}) {
  Decomposer decomposer(options);
  decomposer.add("secret_chain", test::chain_model(3));
  decomposer.add("secret_residual", test::residual_model(2));
  return decomposer.finish();
}

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void replace_in(const fs::path& path, const std::string& from, const std::string& to) {
  std::string text = contents(path);
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  std::ofstream(path) << text;
}

template <class Visit>
void for_each_footprint(const Suite& suite, Visit visit) {
  for (const Brick& brick : suite.bricks)
    for (const BrickVariant& variant : brick.variants) std::ranges::for_each(variant.footprints, visit);
}

void check_one_line(const std::string& message) {
  CAPTURE(message);
  CHECK(message != "no error");
  CHECK(message.find('\n') == std::string::npos);
}

}  // namespace

TEST_CASE("a suite carries the table that its bricks are to be measured with") {
  const Folder folder;
  Suite suite = small_suite();
  const std::string without = manifest_text(suite);
  CHECK(without.find("tuning") == std::string::npos);
  const std::string text =
      "Conv 1x16x8x8 -> 16 kernel_shape=3,3 strides=1,1 pads=1,1,1,1 dilations=1,1 group=1 blocked";
  Tuning table{isa_list[0].isa};
  table.convolutions[text] = {parse_conv_text(text), kernels::ConvAlgorithm::winograd_f2};
  suite.tuning = std::make_shared<const Tuning>(table);
  write_suite(suite, folder.path.string());
  const Suite read = read_suite(folder.path.string());
  REQUIRE(read.tuning);
  CHECK(tuning_text(*read.tuning) == tuning_text(table));
  CHECK(manifest_text(read) == manifest_text(suite));
  replace_in(folder.path / "manifest.json", "winograd_f2", "winograd_f9");
  const std::string message = complaint([&] { read_suite(folder.path.string()); });
  check_one_line(message);
  CHECK(message.find("manifest.json: tuning: convolutions[0]") != std::string::npos);
}

TEST_CASE("a suite that is written and read is the same") {
  const Folder folder;
  const Suite suite = small_suite();
  write_suite(suite, folder.path.string());
  const Suite again = read_suite(folder.path.string());
  CHECK(again.recipes.empty());
  CHECK(again.options.execution == suite.options.execution);
  CHECK(again.options.granularity == 2);
  REQUIRE(again.bricks.size() == suite.bricks.size());
  for (std::size_t i = 0; i < suite.bricks.size(); ++i) {
    CHECK(again.bricks[i].text == suite.bricks[i].text);
    CHECK(again.bricks[i].graph.inputs.size() == suite.bricks[i].graph.inputs.size());
    CHECK(again.bricks[i].graph.tensors.size() == suite.bricks[i].graph.tensors.size());  // biases too
    REQUIRE(again.bricks[i].variants.size() == suite.bricks[i].variants.size());
    for (std::size_t j = 0; j < suite.bricks[i].variants.size(); ++j) {
      CHECK(variant_text(again.bricks[i].variants[j].context) ==
            variant_text(suite.bricks[i].variants[j].context));
      CHECK(again.bricks[i].variants[j].footprints == suite.bricks[i].variants[j].footprints);
    }
  }
  CHECK(manifest_text(again) == manifest_text(suite));
}

TEST_CASE("what a brick finds in its model may be left out") {
  const Folder folder;
  const Suite suite = small_suite();
  write_suite(suite, folder.path.string());
  const fs::path manifest = folder.path / "manifest.json";
  const std::string text = contents(manifest);
  Json without = Json::parse(text), without_findings = without;
  std::size_t of_scratch = 0;
  for (Json& brick : without["bricks"])
    for (Json& variant : brick["variants"])
      for (Json& footprint : variant["footprints"]) {
        REQUIRE(footprint.erase("output_place") == 1);
        for (Json& finding : footprint["findings"]) {
          for (const char* key : {"inputs", "outputs"}) REQUIRE(finding.erase(key) == 1);
          for (const char* key : {"scratch_in_use_percent", "scratch_age_bytes"})
            of_scratch += finding.erase(key);
        }
      }
  CHECK(of_scratch > 0);
  std::ofstream(manifest) << without;
  const Suite again = read_suite(folder.path.string());
  REQUIRE(again.bricks.size() == suite.bricks.size());
  for_each_footprint(again, [](const Footprint& footprint) {
    CHECK(footprint.output_place == 0);
    for (const Finding& finding : footprint.findings) CHECK(finding.touch == LastTouch{});
  });
  for (Json& brick : without_findings["bricks"])
    for (Json& variant : brick["variants"])
      for (Json& footprint : variant["footprints"]) REQUIRE(footprint.erase("findings") == 1);
  std::ofstream(manifest) << without_findings;
  for_each_footprint(read_suite(folder.path.string()),
                     [](const Footprint& footprint) { CHECK(footprint.findings.empty()); });
}

TEST_CASE("what has happened since an input was written may be left out") {
  const Folder folder;
  write_suite(small_suite(), folder.path.string());
  const fs::path manifest = folder.path / "manifest.json";
  const std::string text = contents(manifest);
  const std::string without =
      std::regex_replace(text, std::regex(R"re(, "(macs_since|bytes_since|memory_age_bytes)": \d+)re"), "");
  REQUIRE(without.size() < text.size());
  std::ofstream(manifest) << without;
  for_each_footprint(read_suite(folder.path.string()), [](const Footprint& footprint) {
    for (const Finding& finding : footprint.findings)
      for (const InputTouch& input : finding.touch.inputs)
        CHECK(input == InputTouch{input.written, input.read});
  });
}

TEST_CASE("recipes that are written and read are the same") {
  for (const bool overlap : {false, true}) {
    const RecipeBook book =
        recipe_book(small_suite({.execution = Execution::layerwise, .granularity = 3, .overlap = overlap}));
    const RecipeBook again = parse_recipes(recipes_text(book), "recipes");
    CHECK(recipes_text(again) == recipes_text(book));
    CHECK(recipe_of(again, "secret_residual").edges == recipe_of(book, "secret_residual").edges);
    CHECK(recipe_of(again, "secret_residual").edges.empty() == overlap);
    CHECK_THROWS_AS(recipe_of(again, "other"), Error);
  }
}

TEST_CASE("nothing but the recipes names a model") {
  const Folder folder;
  write_suite(small_suite(), folder.path.string() + "/");
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder.path)) {
    if (!entry.is_regular_file()) continue;
    CAPTURE(entry.path().string());
    CHECK((contents(entry.path()).find("secret") != std::string::npos) ==
          (entry.path().filename() == "recipes.json"));
  }
}

TEST_CASE("a suite is replaced whole; anything else is left alone") {
  const Folder folder;
  write_suite(small_suite(), folder.path.string());
  const std::size_t before = read_suite(folder.path.string()).bricks.size();
  write_suite(small_suite({.execution = Execution::layerwise, .granularity = 1}), folder.path.string());
  CHECK(read_suite(folder.path.string()).bricks.size() != before);
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 3);
  fs::remove(folder.path / "manifest.json");
  check_one_line(complaint([&] { write_suite(small_suite(), folder.path.string()); }));
  CHECK(fs::exists(folder.path / "recipes.json"));
  check_one_line(complaint([&] { write_suite(small_suite(), "/proc/none/suite"); }));
}

TEST_CASE("hostile suites give one line") {
  struct Change {
    const char *from, *to;
  };
  for (const Change& change :
       {Change{"\"schema_version\": 3", "\"schema_version\": 2"},
        Change{"fused", "confused"},
        Change{"\"G\": 2", "\"G\": 0"},
        Change{"\"G\": 2", "\"G\": 2.5"},
        Change{"\"G\": 2", "\"G\": 99999999999999999999"},
        Change{"\"overlap\": false", "\"overlap\": 0"},
        Change{"bricks/", "../bricks/"},
        Change{"bricks/", "bricks/../"},
        Change{"\"file\": \"bricks/", "\"file\": \"bricks/0"},
        Change{"(1x", "(2x"},
        Change{"->", "-"},
        Change{"\"variant\": \"", "\"variant\": \"plain,"},
        Change{"\"weight_copies\": ", "\"weight_copies\": -"},
        Change{"\"weight_copies\"", "\"copies\""},
        Change{"\"output_place\": ", "\"output_place\": -1"},
        Change{"\"findings\": [", "\"findings\": [2, "},
        Change{"\"findings\": [", "\"findings\": [{}, "},
        Change{"\"findings\": [", "\"findings\": [{\"executions\": 1}, "},
        Change{"\"executions\": ", "\"executions\": 1"},
        Change{"\"executions\": ", "\"executions\": -"},
        Change{"\"inputs\": [", "\"inputs\": [{\"written\": \"rows\", \"read\": \"rows\"}, "},
        Change{"\"inputs\": [", "\"inputs\": [2, "},
        Change{"\"inputs\": [{\"written\": ", "\"inputs\": [{\"written\": 0"},
        Change{"\"inputs\": [{\"written\": \"", "\"inputs\": [{\"written\": \"columns"},
        Change{"\"read\": \"", "\"read\": \"columns"},
        Change{"\"read\": ", "\"red\": "},
        Change{"\"macs_since\": ", "\"macs_since\": -1"},
        Change{"\"bytes_since\": ", "\"bytes_since\": 0.5"},
        Change{"\"memory_age_bytes\": ", "\"memory_age_bytes\": -1"},
        Change{"\"scratch_age_bytes\": ", "\"scratch_age_bytes\": -1"},
        Change{"\"scratch_in_use_percent\": ", "\"scratch_in_use_percent\": 10"},
        Change{"\"outputs\": [", "\"outputs\": [null, "},
        Change{"\"outputs\": [", "\"outputs\": [2, "},
        Change{"\"written\": \"", "\"written\": \"columns"},
        Change{"\"runs\": [", "\"runs\": [[0,\"own\",0], "},
        Change{"\"runs\": [", "\"runs\": [[1,\"own\",0], "},
        Change{"\"runs\": [", "\"runs\": [[65,\"own\",0], "},
        Change{"\"runs\": [", "\"runs\": [[1,\"own\"], "},
        Change{"\"runs\": [", "\"runs\": [[1,2,0], "},
        Change{"\"runs\": [", "\"runs\": [[1,\"nobody\",0], "},
        Change{"\"runs\": [", "\"runs\": [[1,\"own\",-1], "},
        Change{"\"runs\": [", "\"runs\": [7, "},
        Change{"\"variants\"", "\"other\""},
        Change{"\"bricks\": [", "\"bricks\": [3, "},
        Change{"{", "["}}) {
    const Folder folder;
    write_suite(small_suite(), folder.path.string());
    replace_in(folder.path / "manifest.json", change.from, change.to);
    CAPTURE(change.from);
    CAPTURE(change.to);
    check_one_line(complaint([&] { read_suite(folder.path.string()); }));
  }
}

TEST_CASE("a suite of another version says what to do") {
  const auto complaint_of = [](const char* version) {
    const Folder folder;
    write_suite(small_suite(), folder.path.string());
    replace_in(folder.path / "manifest.json", "\"schema_version\": 3", version);
    return complaint([&] { read_suite(folder.path.string()); });
  };
  CHECK(complaint_of("\"schema_version\": 2").ends_with("found 2, expected 3; decompose the models again"));
  CHECK(complaint_of("\"schema_version\": 4").ends_with("found 4, expected 3; a newer bricks wrote it"));
}

TEST_CASE("a brick's file that is missing or another brick's is an error") {
  const Folder folder;
  const Suite suite = small_suite();
  write_suite(suite, folder.path.string());
  const auto file = [&](std::size_t i) {
    return folder.path / "bricks" / (text_hash_digits(suite.bricks[i].text) + ".json");
  };
  fs::copy_file(file(0), file(1), fs::copy_options::overwrite_existing);
  check_one_line(complaint([&] { read_suite(folder.path.string()); }));
  fs::remove(file(1));
  check_one_line(complaint([&] { read_suite(folder.path.string()); }));
  check_one_line(complaint([&] { read_suite(folder.path.string() + "/none"); }));
}

TEST_CASE("hostile recipes give one line") {
  const std::string good =
      recipes_text(recipe_book(small_suite({.execution = Execution::layerwise, .granularity = 1})));
  struct Change {
    const char *from, *to;
  };
  for (const Change& change :
       {Change{"\"steps\": [[", "\"steps\": [[9999,0,0,1], ["},
        Change{"\"steps\": [[", "\"steps\": [[0,0,0,1], ["},
        Change{"\"steps\": [[", "\"steps\": [[0,0,0], ["}, Change{"\"steps\": [[", "\"steps\": [[-"},
        Change{"\"edges\": [[0,1]", "\"edges\": [[1,0]"},
        Change{"\"edges\": [[0,1]", "\"edges\": [[0,1],[0,1]"},
        Change{"\"edges\": [[0,1]", "\"edges\": [[0,9999]"}, Change{"\"units\": 9", "\"units\": 8"},
        Change{"\"units\": 9", "\"units\": 10"}, Change{"\"units\": 9", "\"units\": 99999999999"},
        Change{"\"layers\": ", "\"layers\": -"}, Change{"\"name\": \"", "\"name\": 3, \"x\": \""},
        Change{"\"overlap\": false", "\"overlap\": true"}, Change{"\"models\"", "\"model\""}}) {
    std::string text = good;
    const std::size_t at = text.find(change.from);
    CAPTURE(change.from);
    CAPTURE(change.to);
    REQUIRE(at != std::string::npos);
    text.replace(at, std::string(change.from).size(), change.to);
    check_one_line(complaint([&] { parse_recipes(text, "recipes"); }));
  }
}

TEST_CASE("mangled documents never do worse than an error") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  const std::string good = recipes_text(recipe_book(small_suite()));
  for (int trial = 0; trial < 500; ++trial) {
    std::string text = good;
    for (int change = test::random_int(random, 1, 3); change > 0; --change) {
      const auto at =
          static_cast<std::size_t>(test::random_int(random, 0, static_cast<int>(text.size()) - 1));
      text[at] = "0123456789[]{},\"-"[test::random_int(random, 0, 16)];
    }
    const std::string message = complaint([&] { parse_recipes(text, "recipes"); });
    CHECK(message.find('\n') == std::string::npos);
  }
}

}  // namespace bricks
