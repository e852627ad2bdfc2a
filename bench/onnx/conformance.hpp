// ONNX's backend node tests (Debian's libonnx-testdata): one folder a test, with a model of one operator,
// inputs and the outputs that are right.
#pragma once

#include <string>
#include <vector>

namespace bricks::onnx_io {

enum class Outcome { passed, failed, not_claimed };

struct NodeTest {
  std::string name, op_type;
  Outcome outcome = Outcome::not_claimed;
  std::string message;  // why it failed
};

// Runs the test of that folder. An operator is claimed when the reader has a rule for it (or folds it).
// Inputs are data where the operator computes with data; where it wants weights or shapes known, they are
// given as constants.
NodeTest run_node_test(const std::string& folder);

// All folders, sorted by name; empty when the test data is not installed.
std::vector<std::string> node_test_folders();

}  // namespace bricks::onnx_io
