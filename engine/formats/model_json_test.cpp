#include "engine/formats/model_json.hpp"

#include "tests/support/complaint.hpp"
#include "tests/support/random_graph.hpp"
#include "tests/support/same_graph.hpp"

#include <cstdio>
#include <filesystem>

using namespace bricks;
using bricks::test::check_same_graph;

namespace {

// Layers named by their outputs: {"a", "x"} is a Relu called a that reads x.
std::string chain(const std::vector<std::pair<std::string, std::string>>& layers, const std::string& output) {
  std::string lines;
  for (const auto& [name, input] : layers)
    lines +=
        (lines.empty() ? "" : ",") + ("{\"name\": \"" + name + "\", \"op_type\": \"Relu\", \"inputs\": [\"" +
                                      input + "\"], \"outputs\": [\"" + name + "\"]}");
  return R"({"schema_version": 1, "name": "m", "inputs": [{"name": "x", "type": "float32", "shape": [1, 4]}],)"
         R"("weights": [], "outputs": [")" +
         output + "\"], \"layers\": [" + lines + "]}";
}

std::string order_of(const Graph& graph) {
  std::string names;
  for (const Layer& layer : graph.layers) names += layer.name;
  return names;
}

}  // namespace

TEST_CASE("a written model is pretty: one line an input, weight and layer") {
  GraphBuilder builder("small");
  const TensorId x = builder.input("x", {ElementType::float32, {1, 3, 8, 8}});
  const TensorId w = builder.weight("w", {ElementType::float32, {4, 3, 3, 3}});
  const auto conv = std::make_shared<Conv>();
  conv->kernel_shape = {3, 3};
  const TensorId y = builder.add("conv", conv, {x, w}).front();
  builder.add("act", std::make_shared<Unary>(UnaryKind::leaky_relu, 0.1f), {y});
  CHECK(model_to_json(builder.finish()) == R"({
  "schema_version": 1,
  "name": "small",
  "inputs": [
    {"name": "x", "type": "float32", "shape": [1, 3, 8, 8]}
  ],
  "outputs": ["act"],
  "weights": [
    {"name": "w", "type": "float32", "shape": [4, 3, 3, 3]}
  ],
  "layers": [
    {"name": "conv", "op_type": "Conv", "inputs": ["x", "w"], "outputs": ["conv"], "attributes": {"kernel_shape": [3, 3], "strides": [1, 1], "pads": [0, 0, 0, 0], "dilations": [1, 1], "group": 1}},
    {"name": "act", "op_type": "LeakyRelu", "inputs": ["conv"], "outputs": ["act"], "attributes": {"alpha": 0.1}}
  ]
}
)");
}

TEST_CASE("written and read back, a model is the same") {
  test::Random random = test::seeded_random();
  const unsigned seed = test::test_seed();
  CAPTURE(seed);
  for (int i = 0; i < 200; ++i) {
    const Graph graph = test::RandomGraph(random).make(1 + i % 40);
    if (graph.layers.empty()) continue;
    const std::string text = model_to_json(graph);
    const Graph again = parse_model(text, "f");
    check_same_graph(graph, again);
    CHECK(model_to_json(again) == text);
  }
}

TEST_CASE("inputs left out, shared weights, inner outputs and several inputs come back") {
  GraphBuilder builder("odd \"name\" \\ ü");
  const TensorId a = builder.input("a", {ElementType::float32, {2, 4, 5, 5}});
  const TensorId b = builder.input("b", {ElementType::float32, {2, 4, 5, 5}});
  const TensorId w = builder.weight("shared", {ElementType::float32, {4, 4, 1, 1}});
  const auto conv = std::make_shared<Conv>();
  conv->kernel_shape = {1, 1};
  const TensorId p = builder.add("p", conv, {a, w, no_tensor}).front();
  const TensorId q = builder.add("q", conv, {b, w}).front();
  const TensorId s = builder.add("s", std::make_shared<Sum>(), {p, q, p}).front();
  const auto split = std::make_shared<Split>();
  split->axis = 1;
  split->split = {1, 3};
  const std::vector<TensorId> parts = builder.add("t", split, {s});
  builder.output(parts[1]);
  builder.output(p);
  const Graph graph = builder.finish();
  check_same_graph(graph, parse_model(model_to_json(graph), "f"));
}

TEST_CASE("layers keep a topological order of the file, otherwise the first that can comes next") {
  CHECK(order_of(parse_model(chain({{"a", "x"}, {"b", "x"}, {"c", "a"}, {"d", "b"}}, "d"), "f")) == "abcd");
  CHECK(order_of(parse_model(chain({{"b", "x"}, {"a", "x"}, {"c", "a"}}, "c"), "f")) == "bac");
  CHECK(order_of(parse_model(chain({{"c", "b"}, {"d", "x"}, {"b", "a"}, {"a", "x"}}, "c"), "f")) == "dabc");
}

TEST_CASE("a file is written and read") {
  test::Random random = test::seeded_random();
  Graph graph;
  while (graph.layers.empty()) graph = test::RandomGraph(random).make(10);
  const std::string folder = std::filesystem::temp_directory_path() / "bricks_model_test";
  std::filesystem::create_directories(folder);
  write_model(graph, folder + "/m.json");
  check_same_graph(graph, read_model(folder + "/m.json"));
  const auto files = std::distance(std::filesystem::directory_iterator(folder), {});
  CHECK(files == 1);  // no temporary file is left
  std::filesystem::remove_all(folder);
  CHECK(test::complaint([&] { read_model(folder + "/m.json"); }) ==
        folder + "/m.json: cannot read: No such file or directory");
  CHECK(test::complaint([&] { write_model(graph, folder + "/m.json"); }) ==
        folder + "/m.json: cannot write: No such file or directory");
}
