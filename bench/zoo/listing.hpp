// What `zoo`, `zoo NAME` and `zoo --export DIR` give.
#pragma once

#include "bench/zoo/zoo.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace bricks::zoo {

// One line a model: name, task, input, layers, unique layers, parameters, multiply-accumulates, source.
std::string list_text();
nlohmann::ordered_json list_json();

// One line a layer: number, name, operator with its attributes, inputs, output's shape, multiply-accumulates.
std::string layers_text(const Graph& graph);
nlohmann::ordered_json layers_json(const Graph& graph);

// Writes every model to <directory>/<file>.json; the directory is made where it is missing. Throws Error.
void export_models(const std::string& directory, const Size& size = {});

}  // namespace bricks::zoo
