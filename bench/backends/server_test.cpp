#include "bench/backends/server.hpp"

#include "bench/backends/seeded_values.hpp"
#include "bench/infer/infer.hpp"
#include "bench/session/temporary_folder.hpp"
#include "decompose/test_support/models.hpp"
#include "engine/error.hpp"

#include <cstring>
#include <sstream>

#include <doctest/doctest.h>

using namespace bricks;
using namespace bricks::bench;
using nlohmann::json;

namespace {

Graph small_model() {
  test::ModelWriter model("small");
  model.unary(model.conv(model.input({1, 3, 8, 8}), 5, 3));
  return model.builder.finish();
}

Server server() {
  EngineOptions options;
  options.isa = best_isa();
  return Server(options, [](const std::string& path) {
    if (path != "small") throw Error(path + ": no such model");
    return ModelWithWeights{small_model(), synthetic_weights(1)};
  });
}

const char* const load_small = R"({"command": "load", "model": "small", "threads": 1})";

}  // namespace

TEST_CASE("Our engine serves: describe, load, run, unload") {
  Server serving = server();
  CHECK(serving.answer(R"({"command": "describe"})")["name"] == "bricks");
  const json loaded = serving.answer(load_small);
  CHECK(loaded["inputs"][0]["shape"] == json::array({1, 3, 8, 8}));
  CHECK(loaded["inputs"][0]["type"] == "float32");
  const json request = {{"command", "run"}, {"handle", loaded["handle"]}, {"runs", 4}, {"seed", 1}};
  const json run = serving.answer(request.dump());
  REQUIRE(run["nanoseconds"].size() == 4);
  for (const json& ns : run["nanoseconds"]) CHECK(ns > 0);
  CHECK(serving.answer(json{{"command", "unload"}, {"handle", loaded["handle"]}}.dump()) == json::object());
  CHECK(serving.answer(request.dump())["error"] == "no model has the handle 0");
}

TEST_CASE("Outputs are those of the seeded inputs") {
  Server serving = server();
  const json handle = serving.answer(load_small)["handle"];
  const TemporaryFolder folder;
  const json answer = serving.answer(
      json{{"command", "outputs"}, {"handle", handle}, {"seed", 9}, {"directory", folder.path()}}.dump());
  const Graph graph = small_model();
  const Tensor& input = graph.tensor(graph.inputs[0]);
  const auto weights = synthetic_weights(1);
  const auto expected =
      infer(graph, *weights, {{input.name, {input.type, input.shape, seeded_values(input, 9, 0)}}},
            {.isa = best_isa()}, 1);
  const NpyArray found = read_npy(answer["files"][expected[0].name]);
  CHECK(found.shape == expected[0].array.shape);
  CHECK(found.bytes == expected[0].array.bytes);
}

TEST_CASE("Layouts of inputs and outputs are the client's choice, and outputs the same") {
  Server serving = server();
  const TemporaryFolder folder;
  const auto first_output = [&](const std::string& layouts) {
    json request = json::parse(load_small);
    request["layouts"] = layouts;
    const json handle = serving.answer(request.dump())["handle"];
    const json answer = serving.answer(
        json{{"command", "outputs"}, {"handle", handle}, {"seed", 9}, {"directory", folder.path()}}.dump());
    return read_npy(answer["files"].front()).bytes;
  };
  CHECK(first_output("plain->blocked") == first_output("plain->plain"));
  json request = json::parse(load_small);
  request["layouts"] = "blocked,blocked->plain";
  CHECK(serving.answer(request.dump()).contains("error"));
  request["layouts"] = "twisted->plain";
  CHECK(serving.answer(request.dump())["error"].get<std::string>().rfind("variant 'twisted", 0) == 0);
}

TEST_CASE("A wrong request is answered by one line, and the server goes on") {
  Server serving = server();
  const auto error = [&](const std::string& line) {
    return serving.answer(line).value("error", std::string("none"));
  };
  CHECK(error("nonsense").rfind("request: ", 0) == 0);
  CHECK(error("{}") == "'command': found nothing, expected a string");
  CHECK(error(R"({"command": "dance"})") == "unknown command dance");
  CHECK(error(R"({"command": "load", "model": "large", "threads": 1})") == "large: no such model");
  CHECK(error(R"({"command": "load", "model": "small", "threads": 0})").rfind("'threads': found", 0) == 0);
  CHECK(error(R"({"command": "run", "handle": 5, "runs": 1, "seed": 1})").rfind("'handle': found", 0) == 0);
  std::istringstream in("nonsense\n" + std::string(load_small) + "\n");
  std::ostringstream out;
  serving.serve(in, out);
  const std::string text = out.str();
  CHECK(std::count(text.begin(), text.end(), '\n') == 2);
  CHECK(text.find("\"handle\":0") != std::string::npos);
}
