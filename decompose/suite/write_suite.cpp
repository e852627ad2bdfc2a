#include "decompose/identity/canonical_text.hpp"
#include "decompose/suite/json_members.hpp"
#include "decompose/suite/suite_files.hpp"
#include "engine/error.hpp"
#include "engine/formats/file.hpp"
#include "engine/formats/model_json.hpp"
#include "engine/tuning/tuning_json.hpp"

#include <filesystem>
#include <set>
#include <unistd.h>

namespace bricks {
namespace {

namespace fs = std::filesystem;

// Named by the text's hash; a number tells texts of one hash apart.
std::vector<std::string> brick_files(const Suite& suite) {
  std::set<std::string> taken;
  std::vector<std::string> files;
  for (const Brick& brick : suite.bricks) {
    const std::string digits = text_hash_digits(brick.text);
    std::string name = digits;
    for (int copy = 1; !taken.insert(name).second; ++copy) name = digits + "-" + std::to_string(copy);
    files.push_back("bricks/" + name + ".json");
  }
  return files;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return "[" + text + "]";
}

std::string input_json(const InputTouch& input) {
  return "{\"written\": " + json_string(spread_name(input.written)) +
         ", \"read\": " + json_string(spread_name(input.read)) +
         ", \"macs_since\": " + std::to_string(input.macs_since) +
         ", \"bytes_since\": " + std::to_string(input.bytes_since) +
         (input.memory_age_bytes ? ", \"memory_age_bytes\": " + std::to_string(*input.memory_age_bytes)
                                 : "") +
         "}";
}

std::string output_json(const OutputTouch& output) {
  std::vector<std::string> runs;
  for (const TouchedRun& run : output.runs)
    runs.push_back("[" + std::to_string(run.parts) + "," + json_string(toucher_name(run.by)) + "," +
                   std::to_string(run.age_bytes) + "]");
  return "{\"written\": " + json_string(spread_name(output.written)) + ", \"runs\": " + joined(runs) + "}";
}

std::string finding_json(const Finding& finding) {
  std::string text = "{\"executions\": " + std::to_string(finding.executions);
  const LastTouch& touch = finding.touch;
  const ScratchTouch& scratch = touch.scratch;
  if (scratch.in_use_percent > 0)
    text += ", \"scratch_in_use_percent\": " + std::to_string(scratch.in_use_percent);
  if (scratch.age_bytes) text += ", \"scratch_age_bytes\": " + std::to_string(*scratch.age_bytes);
  if (!touch.inputs.empty()) {
    std::vector<std::string> inputs;
    for (const InputTouch& input : touch.inputs) inputs.push_back(input_json(input));
    text += ", \"inputs\": " + joined(inputs);
  }
  if (!touch.outputs.empty()) {
    std::vector<std::string> outputs;
    for (const auto& output : touch.outputs) outputs.push_back(output ? output_json(*output) : "null");
    text += ", \"outputs\": " + joined(outputs);
  }
  return text + "}";
}

std::string footprint_json(const Footprint& footprint) {
  std::string text = "{\"weight_copies\": " + std::to_string(footprint.weight_copies) +
                     ", \"weight_bytes\": " + std::to_string(footprint.weight_bytes) +
                     ", \"activation_bytes\": " + std::to_string(footprint.activation_bytes) +
                     ", \"output_place\": " + std::to_string(footprint.output_place);
  if (footprint.findings.empty()) return text + "}";
  std::vector<std::string> findings;
  for (const Finding& finding : footprint.findings) findings.push_back(finding_json(finding));
  return text + ", \"findings\": " + joined(findings) + "}";
}

std::string variant_json(const BrickVariant& variant) {
  std::vector<std::string> footprints;
  for (const Footprint& footprint : variant.footprints) footprints.push_back(footprint_json(footprint));
  return "{\"variant\": " + json_string(variant_text(variant.context)) +
         ", \"footprints\": " + joined(footprints) + "}";
}

std::string recipe_json(const Recipe& recipe) {
  std::vector<std::string> steps, edges;
  for (const RecipeStep& step : recipe.steps)
    steps.push_back("[" + std::to_string(step.brick) + "," + std::to_string(step.variant) + "," +
                    std::to_string(step.units.first) + "," + std::to_string(step.units.count) + "]");
  for (const auto& [from, to] : recipe.edges)
    edges.push_back("[" + std::to_string(from) + "," + std::to_string(to) + "]");
  return "{\"name\": " + json_string(recipe.model) + ", \"layers\": " + std::to_string(recipe.layers) +
         ", \"units\": " + std::to_string(recipe.units) + ", \"macs\": " + std::to_string(recipe.macs) +
         ", \"parameters\": " + std::to_string(recipe.parameters) +
         ", \"weight_bytes\": " + std::to_string(recipe.footprint.weight_bytes) +
         ", \"activation_bytes\": " + std::to_string(recipe.footprint.activation_bytes) +
         ",\n \"steps\": " + joined(steps) + ",\n \"edges\": " + joined(edges) + "}";
}

// Puts what was written beside the folder in its place.
void put_in_place(const fs::path& written, const fs::path& folder) {
  if (!fs::exists(folder)) return fs::rename(written, folder);
  const fs::path old = written.string() + ".old";
  fs::rename(folder, old);
  fs::rename(written, folder);
  fs::remove_all(old);
}

void check_target(const fs::path& folder) {
  if (!fs::exists(folder)) return;
  if (!fs::is_directory(folder)) throw Error("is no folder");
  if (!fs::is_empty(folder) && !fs::exists(folder / "manifest.json"))
    throw Error("the folder exists and holds no suite, expected none, an empty one or a suite to replace");
}

void write_files(const Suite& suite, const fs::path& folder, const WriteBeside& write_beside) {
  fs::create_directories(folder / "bricks");
  const std::vector<std::string> files = brick_files(suite);
  for (std::size_t i = 0; i < files.size(); ++i) {
    fs::path path = folder / files[i];
    write_model(suite.bricks[i].graph, path.string());
    if (write_beside) write_beside(suite.bricks[i].graph, path.replace_extension().string());
  }
  write_file((folder / "manifest.json").string(), manifest_text(suite));
  write_file((folder / "recipes.json").string(), recipes_text(recipe_book(suite)));
}

}  // namespace

std::string manifest_text(const Suite& suite) {
  const std::vector<std::string> files = brick_files(suite);
  std::vector<std::string> bricks;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Brick& brick = suite.bricks[i];
    std::vector<std::string> variants;
    for (const BrickVariant& variant : brick.variants) variants.push_back(variant_json(variant));
    bricks.push_back("{\"file\": " + json_string(files[i]) + ", \"text\": " + json_string(brick.text) +
                     ", \"variants\": " + joined(variants) + "}");
  }
  const std::string tuning = suite.tuning ? "\"tuning\": " + tuning_text(*suite.tuning) + "," : "";
  return "{\n" + options_text(suite.options) + tuning + "\"bricks\": " + lines_of(bricks) + "\n}\n";
}

std::string recipes_text(const RecipeBook& book) {
  std::vector<std::string> bricks, models;
  for (const RecipeBook::BrickName& brick : book.bricks) {
    std::vector<std::string> variants;
    for (const std::string& variant : brick.variants) variants.push_back(json_string(variant));
    bricks.push_back("{\"text\": " + json_string(brick.text) + ", \"variants\": " + joined(variants) + "}");
  }
  for (const Recipe& recipe : book.recipes) models.push_back(recipe_json(recipe));
  return "{\n" + options_text(book.options) + "\"bricks\": " + lines_of(bricks) +
         ",\n\"models\": " + lines_of(models) + "\n}\n";
}

void write_suite(const Suite& suite, const std::string& path, const WriteBeside& write_beside) {
  within("suite '" + path + "'", [&] {
    // Without a slash at the end, so that the new folder's name is made beside it.
    fs::path folder = fs::path(path).lexically_normal();
    if (folder.filename().empty()) folder = folder.parent_path();
    check_target(folder);
    const fs::path written = folder.string() + ".writing-" + std::to_string(::getpid());
    try {
      write_files(suite, written, write_beside);
      put_in_place(written, folder);
    } catch (const fs::filesystem_error& error) {
      std::error_code ignored;
      fs::remove_all(written, ignored);
      throw Error(error.code().message());
    } catch (...) {
      std::error_code ignored;
      fs::remove_all(written, ignored);
      throw;
    }
  });
}

}  // namespace bricks
