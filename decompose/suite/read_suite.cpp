#include "decompose/identity/canonical_text.hpp"
#include "decompose/suite/json_members.hpp"
#include "decompose/suite/suite_files.hpp"
#include "engine/error.hpp"
#include "engine/formats/file.hpp"
#include "engine/formats/model_json.hpp"
#include "engine/tuning/tuning_json.hpp"

namespace bricks {
namespace {

// Only names that write_suite gives: nothing that leaves the folder.
void check_file_name(const std::string& file) {
  const std::size_t name_begin = std::string_view("bricks/").size(),
                    suffix = std::string_view(".json").size();
  const bool framed =
      file.starts_with("bricks/") && file.ends_with(".json") && file.size() > name_begin + suffix;
  const std::string name = framed ? file.substr(name_begin, file.size() - name_begin - suffix) : "";
  if (name.empty() || name.find_first_not_of("0123456789abcdef-") != std::string::npos)
    throw Error("'file': found '" + shortened(file) + "', expected bricks/<hash>.json");
}

Spread spread_member(const Json& json, const char* key) { return spread_from_name(string_member(json, key)); }

std::optional<std::uint64_t> optional_count(const Json& json, const char* key,
                                            std::int64_t most = most_of_anything) {
  if (!json.contains(key)) return {};
  return static_cast<std::uint64_t>(integer_member(json, key, 0, most));
}

InputTouch read_input(const Json& json) {
  expect_members(json, {"written", "read", "macs_since", "bytes_since", "memory_age_bytes"});
  return {spread_member(json, "written"), spread_member(json, "read"),
          optional_count(json, "macs_since").value_or(0), optional_count(json, "bytes_since").value_or(0),
          optional_count(json, "memory_age_bytes")};
}

TouchedRun read_run(const Json& json) {
  if (!json.is_array() || json.size() != 3 || !json[1].is_string())
    throw Error("'runs': found " + describe(json) + ", expected [parts, who, age_bytes]");
  const auto number = [&](std::size_t i, const char* what, std::int64_t least, std::int64_t most) {
    return static_cast<std::uint64_t>(checked_integer(json[i], what, least, most));
  };
  return {number(0, "parts of a run", 1, output_parts),
          toucher_from_name(json[1].get_ref<const std::string&>()),
          number(2, "age_bytes of a run", 0, most_of_anything)};
}

OutputTouch read_output(const Json& json) {
  expect_members(json, {"written", "runs"});
  OutputTouch output{.written = spread_member(json, "written")};
  std::uint64_t parts = 0;
  for (const Json& run : array_member(json, "runs")) {
    output.runs.push_back(read_run(run));
    parts += output.runs.back().parts;
  }
  if (parts != output_parts)
    throw Error("'runs': found " + std::to_string(parts) + " parts, expected " +
                std::to_string(output_parts));
  return output;
}

void check_count(const char* key, std::size_t found, std::size_t expected) {
  if (found != expected)
    throw Error("'" + std::string(key) + "': found " + std::to_string(found) + ", expected " +
                std::to_string(expected));
}

Finding read_finding(const Json& json, const Graph& graph, std::uint64_t most_executions) {
  expect_members(json, {"executions", "inputs", "outputs", "scratch_in_use_percent", "scratch_age_bytes"});
  const auto most = static_cast<std::int64_t>(most_executions);
  Finding finding{static_cast<std::uint64_t>(integer_member(json, "executions", 1, most))};
  LastTouch& touch = finding.touch;
  if (json.contains("inputs")) {
    for (const Json& input : array_member(json, "inputs")) touch.inputs.push_back(read_input(input));
    check_count("inputs", touch.inputs.size(), graph.inputs.size());
  }
  if (json.contains("outputs")) {
    for (const Json& output : array_member(json, "outputs"))
      touch.outputs.push_back(output.is_null() ? std::nullopt : std::optional(read_output(output)));
    check_count("outputs", touch.outputs.size(), graph.outputs.size());
  }
  touch.scratch = {optional_count(json, "scratch_in_use_percent", 100).value_or(0),
                   optional_count(json, "scratch_age_bytes")};
  return finding;
}

std::vector<Finding> read_findings(const Json& json, const Graph& graph, std::uint64_t executions) {
  std::vector<Finding> findings;
  if (!json.contains("findings")) return findings;
  std::uint64_t found = 0;
  for (const Json& each : array_member(json, "findings")) {
    findings.push_back(read_finding(each, graph, executions - found));
    found += findings.back().executions;
  }
  check_count("executions", found, executions);
  return findings;
}

Footprint read_footprint(const Json& json, const Graph& graph) {
  expect_members(json, {"weight_copies", "weight_bytes", "activation_bytes", "output_place", "findings"});
  const auto count = [&](const char* key, std::int64_t low) {
    return static_cast<std::uint64_t>(integer_member(json, key, low, most_of_anything));
  };
  const std::uint64_t copies = count("weight_copies", 1);
  return {.weight_copies = copies,
          .weight_bytes = count("weight_bytes", 0),
          .activation_bytes = count("activation_bytes", 0),
          .output_place = optional_count(json, "output_place").value_or(0),
          .findings = read_findings(json, graph, copies)};
}

BrickVariant read_variant(const Json& json, const Graph& graph) {
  expect_members(json, {"variant", "footprints"});
  BrickVariant variant{parse_variant(string_member(json, "variant")), {}};
  const auto check = [](const char* what, std::size_t found, std::size_t expected) {
    if (found != expected)
      throw Error("a variant of " + std::to_string(found) + " " + what + ", expected " +
                  std::to_string(expected));
  };
  check("inputs", variant.context.input_layouts.size(), graph.inputs.size());
  check("outputs", variant.context.output_layouts.size(), graph.outputs.size());
  tensor_layouts(graph, variant.context.input_layouts, variant.context.output_layouts);
  for (const Json& footprint : array_member(json, "footprints"))
    variant.footprints.push_back(read_footprint(footprint, graph));
  if (variant.footprints.empty()) throw Error("a variant without footprints");
  return variant;
}

Brick read_brick(const Json& json, const std::string& folder) {
  expect_members(json, {"file", "text", "variants"});
  const std::string file = string_member(json, "file");
  check_file_name(file);
  Brick brick{string_member(json, "text"), read_model(folder + "/" + file), {}};
  if (canonical_text(brick.graph) != brick.text) throw Error(file + " is another brick than its 'text' says");
  for (const Json& variant : array_member(json, "variants"))
    brick.variants.push_back(read_variant(variant, brick.graph));
  if (brick.variants.empty()) throw Error("a brick without variants");
  return brick;
}

std::uint32_t index(const Json& value, const char* what, std::size_t count) {
  if (count == 0) throw Error(std::string(what) + ": found " + describe(value) + " where there is none");
  return static_cast<std::uint32_t>(checked_integer(value, what, 0, static_cast<std::int64_t>(count) - 1));
}

const Json& tuple(const Json& value, const char* what, std::size_t size) {
  if (!value.is_array() || value.size() != size)
    throw Error(std::string(what) + ": found " + describe(value) + ", expected an array of " +
                std::to_string(size));
  return value;
}

RecipeStep read_step(const Json& json, const RecipeBook& book, std::int64_t units) {
  tuple(json, "a step", 4);
  RecipeStep step;
  step.brick = index(json[0], "a step's brick", book.bricks.size());
  step.variant = index(json[1], "a step's variant", book.bricks[step.brick].variants.size());
  step.units.first = index(json[2], "a step's first unit", static_cast<std::size_t>(units));
  step.units.count =
      static_cast<std::uint32_t>(checked_integer(json[3], "a step's units", 1, units - step.units.first));
  return step;
}

void check_steps(const Recipe& recipe, bool overlap) {
  std::int64_t covered = 0;
  for (const RecipeStep& step : recipe.steps) {
    if (overlap ? step.units.first > covered : step.units.first != covered)
      throw Error("a step begins at unit " + std::to_string(step.units.first) + ", expected " +
                  std::to_string(covered));
    covered = std::max<std::int64_t>(covered, step.units.first + std::int64_t{step.units.count});
  }
  if (covered != recipe.units)
    throw Error("steps of " + std::to_string(covered) + " units, expected " + std::to_string(recipe.units));
}

void read_edges(const Json& edges, Recipe& recipe) {
  for (const Json& json : edges) {
    tuple(json, "an edge", 2);
    const std::uint32_t to = index(json[1], "an edge's end", recipe.steps.size());
    const std::uint32_t from = index(json[0], "an edge's begin", to);
    if (!recipe.edges.empty()) {
      const auto& [last_from, last_to] = recipe.edges.back();
      if (last_to > to || (last_to == to && last_from >= from)) throw Error("edges out of order");
    }
    recipe.edges.emplace_back(from, to);
  }
}

Recipe read_recipe(const Json& json, const RecipeBook& book) {
  expect_members(json, {"name", "layers", "units", "macs", "parameters", "weight_bytes", "activation_bytes",
                        "steps", "edges"});
  Recipe recipe;
  recipe.model = string_member(json, "name");
  return within("model '" + shortened(recipe.model) + "'", [&] {
    const auto count = [&](const char* key) { return integer_member(json, key, 0, most_of_anything); };
    recipe.layers = count("layers");
    recipe.units = integer_member(json, "units", 1, std::int64_t{1} << 31);
    recipe.macs = integer_member(json, "macs", 0, std::numeric_limits<std::int64_t>::max());
    recipe.parameters = count("parameters");
    recipe.footprint.weight_bytes = static_cast<std::uint64_t>(count("weight_bytes"));
    recipe.footprint.activation_bytes = static_cast<std::uint64_t>(count("activation_bytes"));
    for (const Json& step : array_member(json, "steps"))
      recipe.steps.push_back(read_step(step, book, recipe.units));
    check_steps(recipe, book.options.overlap);
    read_edges(array_member(json, "edges"), recipe);
    if (book.options.overlap && !recipe.edges.empty()) throw Error("edges between overlapping steps");
    return recipe;
  });
}

RecipeBook::BrickName read_name(const Json& json) {
  expect_members(json, {"text", "variants"});
  RecipeBook::BrickName name{string_member(json, "text"), {}};
  for (const Json& variant : array_member(json, "variants")) {
    if (!variant.is_string()) throw Error("a variant: found " + describe(variant) + ", expected a string");
    name.variants.push_back(variant.get<std::string>());
  }
  return name;
}

}  // namespace

Suite read_suite(const std::string& folder) {
  const std::string path = folder + "/manifest.json";
  const Json document = parse_json(read_file(path, largest_manifest), path);
  return within(path, [&] {
    expect_members(document, {"schema_version", "execution", "G", "overlap", "tuning", "bricks"});
    Suite suite{read_options(document), {}, {}};
    if (const auto tuning = document.find("tuning"); tuning != document.end())
      suite.tuning = within("tuning", [&] { return std::make_shared<const Tuning>(parse_tuning(*tuning)); });
    const Json& bricks = array_member(document, "bricks");
    for (std::size_t i = 0; i < bricks.size(); ++i) {
      suite.bricks.push_back(
          within("bricks[" + std::to_string(i) + "]", [&] { return read_brick(bricks[i], folder); }));
      if (i > 0 && suite.bricks[i].text <= suite.bricks[i - 1].text)
        throw Error("bricks[" + std::to_string(i) + "] is given twice or out of order");
    }
    return suite;
  });
}

RecipeBook parse_recipes(std::string_view text, const std::string& where) {
  const Json document = parse_json(text, where);
  return within(where, [&] {
    expect_members(document, {"schema_version", "execution", "G", "overlap", "bricks", "models"});
    RecipeBook book{read_options(document), {}, {}};
    for (const Json& brick : array_member(document, "bricks")) book.bricks.push_back(read_name(brick));
    for (const Json& model : array_member(document, "models"))
      book.recipes.push_back(read_recipe(model, book));
    return book;
  });
}

RecipeBook read_recipes(const std::string& path) {
  return parse_recipes(read_file(path, largest_manifest), path);
}

}  // namespace bricks
