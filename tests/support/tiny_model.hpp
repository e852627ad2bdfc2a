// A model small enough to be measured in no time.
#pragma once

#include "decompose/test_support/models.hpp"
#include "engine/formats/model_json.hpp"
#include "tests/support/program.hpp"

#include <string>

namespace bricks::test {

// Written where the test wants it; returns its path.
inline std::string tiny_model(const TemporaryFolder& folder, const std::string& name,
                              bool with_branch = false) {
  ModelWriter model(name);
  auto value = model.input({1, 16, 20, 20});
  for (int i = 0; i < 4; ++i) {
    const auto shortcut = value;
    value = model.unary(model.conv(value, 16, 1));
    if (with_branch) value = model.sum(value, shortcut);
  }
  write_model(model.builder.finish(), folder / (name + ".json"));
  return folder / (name + ".json");
}

// On a busy machine, as when other tests run, a session would go on until so many runs are undisturbed, and a
// store counts those.
inline const char* const two_threads = " --threads 2 --runs 6 --count-disturbed ";

}  // namespace bricks::test
