#include "bench/onnx/conformance.hpp"

#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>

#include <doctest/doctest.h>

using namespace bricks::onnx_io;

namespace {

// out_of_scope.txt: a test's name and why bricks does not pass it, one a line; '#' begins a comment.
std::map<std::string, std::string> out_of_scope() {
  std::ifstream file(BRICKS_SOURCE_FOLDER "/bench/onnx/out_of_scope.txt");
  REQUIRE(file);
  std::map<std::string, std::string> reasons;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    if (!(words >> name) || name[0] == '#') continue;
    std::getline(words >> std::ws, reasons[name]);
  }
  return reasons;
}

struct Counts {
  int passed = 0, excused = 0;
};

}  // namespace

TEST_CASE("ONNX conformance: every node test of a claimed operator passes or has its reason") {
  std::map<std::string, std::string> reasons = out_of_scope();
  std::map<std::string, Counts> table;
  const std::vector<std::string> folders = node_test_folders();
  if (folders.empty()) {
    MESSAGE("libonnx-testdata is not installed: nothing to run");
    return;
  }
  for (const std::string& folder : folders) {
    const NodeTest test = run_node_test(folder);
    if (test.outcome == Outcome::not_claimed) continue;
    const auto reason = reasons.find(test.name);
    CAPTURE(test.name);
    CAPTURE(test.message);
    if (reason != reasons.end()) {
      CHECK_MESSAGE(test.outcome == Outcome::failed, "it passes now: take it from out_of_scope.txt");
      ++table[test.op_type].excused;
      reasons.erase(reason);
    } else {
      CHECK(test.outcome == Outcome::passed);
      table[test.op_type].passed += test.outcome == Outcome::passed;
    }
  }
  for (const auto& [name, why] : reasons)
    FAIL_CHECK("out_of_scope.txt names " << name << ", which is no test of a claimed operator");
  std::cout << std::left << std::setw(24) << "operator"
            << "passed  out of scope\n";
  for (const auto& [type, counts] : table)
    std::cout << std::setw(24) << type << std::setw(8) << counts.passed << counts.excused << "\n";
}
