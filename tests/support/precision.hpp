// What the program says of a precision that it was asked for.
#pragma once

#include "tests/support/program.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace bricks::test {

// Whether a precision is reached is up to the machine; status and notes say the same of it. Returns what
// stands under `bricks`.
inline nlohmann::json check_precision_is_told(const std::string& arguments) {
  CAPTURE(arguments);
  const Run run = run_program(arguments + " --format json");
  CHECK(run.error == "");
  REQUIRE((run.status == 0 || run.status == 4));
  const nlohmann::json bricks = nlohmann::json::parse(run.out).at("bricks");
  const std::string notes = bricks.value("notes", nlohmann::json()).dump();
  CHECK((notes.find("precision asked for was not reached") != std::string::npos) == (run.status == 4));
  return bricks;
}

}  // namespace bricks::test
