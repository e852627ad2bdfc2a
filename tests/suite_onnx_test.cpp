// `decompose --onnx`: a suite's bricks as ONNX files.
#if BRICKS_ONNX
#include "bench/onnx/reader.hpp"
#include "decompose/identity/canonical_text.hpp"
#include "decompose/suite/suite_files.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/formats/model_json.hpp"
#include "tests/support/program.hpp"
#include "tests/support/same_graph.hpp"

#include <algorithm>
#include <cstring>

using namespace bricks;
using namespace bricks::test;

namespace {

std::string small_model(const test::TemporaryFolder& folder) {
  write_model(residual_model(3), folder / "residual.json");
  return " --model " + folder / "residual.json";
}

// Bytes of weights that are the same in both, found by name; all of `expected` have to be there.
std::size_t equal_bytes(const Graph& expected, Weights& expected_weights, const Graph& found,
                        Weights& found_weights) {
  std::size_t all = 0;
  for (TensorId id = 0; id < static_cast<TensorId>(expected.tensors.size()); ++id) {
    if (!expected.tensor(id).weight) continue;
    const auto same = std::find_if(found.tensors.begin(), found.tensors.end(), [&](const Tensor& tensor) {
      return tensor.name == expected.tensor(id).name;
    });
    REQUIRE(same != found.tensors.end());
    const std::size_t bytes = tensor_bytes(expected.tensor(id), Layout::plain, 1);
    const auto other = static_cast<TensorId>(same - found.tensors.begin());
    CHECK(std::memcmp(expected_weights.values(expected, id), found_weights.values(found, other), bytes) == 0);
    all += bytes;
  }
  return all;
}

}  // namespace

TEST_CASE("Bricks written as ONNX are read back as the same graphs, with the seed's weights") {
  const test::TemporaryFolder folder;
  const std::string suite_folder = folder / "suite";
  const std::string line = "decompose" + small_model(folder) + " --G 2 --out " + suite_folder + " --onnx";
  REQUIRE(run_program(line + " --seed 7").status == 0);
  const Suite suite = read_suite(suite_folder);
  REQUIRE(suite.bricks.size() > 1);
  std::size_t weight_bytes = 0;
  for (const Brick& brick : suite.bricks) {
    CAPTURE(brick.text);
    onnx_io::OnnxModel back =
        onnx_io::read_onnx(suite_folder + "/bricks/" + text_hash_digits(brick.text) + ".onnx");
    check_same_graph(brick.graph, back.graph);
    CHECK(canonical_text(back.graph) == brick.text);
    weight_bytes += equal_bytes(brick.graph, *synthetic_weights(7), back.graph, *back.weights);
  }
  CHECK(weight_bytes > 0);
}

TEST_CASE("ONNX files go beside a suite's own, and need a folder") {
  const test::TemporaryFolder folder;
  const std::string line = "decompose" + small_model(folder);
  const Run run = run_program(line + " --onnx");
  CHECK(run.status == 2);
  CHECK(run.error.find("--onnx: found no --out") != std::string::npos);
  REQUIRE(run_program(line + " --out " + folder / "suite").status == 0);
  for (const auto& entry : std::filesystem::directory_iterator(folder / "suite/bricks"))
    CHECK(entry.path().extension() == ".json");
}
#endif
