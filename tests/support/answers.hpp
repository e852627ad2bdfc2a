// What the program answers: a document, or a complaint.
#pragma once

#include "tests/support/program.hpp"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace bricks::test {

// One line on standard error that names what it is about, nothing else, and status 2.
inline void check_complaint(const Run& run, const std::string& about) {
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(std::count(run.error.begin(), run.error.end(), '\n') == 1);
  CAPTURE(run.error);
  CHECK(run.error.find(about) != std::string::npos);
}

inline void check_complaint(const std::string& arguments, const std::string& about) {
  CAPTURE(arguments);
  check_complaint(run_program(arguments), about);
}

inline nlohmann::json document(const std::string& arguments) {
  CAPTURE(arguments);
  const Run run = run_program(arguments + " --format json");
  REQUIRE(run.error == "");
  REQUIRE(run.status == 0);
  return nlohmann::json::parse(run.out);
}

}  // namespace bricks::test
