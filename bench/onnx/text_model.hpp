// For tests: models in ONNX's text form.
#pragma once

#include "bench/onnx/defs.hpp"
#include "bench/onnx/reader.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>

namespace bricks::onnx_io {

inline ONNX_NAMESPACE::ModelProto model_from_text(const std::string& text) {
  ONNX_NAMESPACE::ModelProto model;
  const auto status = ONNX_NAMESPACE::OnnxParser::Parse(model, text.c_str());
  REQUIRE_MESSAGE(status.IsOK(), status.ErrorMessage());
  return model;
}

// A file that is gone at the end.
class TemporaryModelFile {
 public:
  ~TemporaryModelFile() { std::filesystem::remove(path); }
  const std::string path = "/tmp/bricks-model-" + std::to_string(getpid()) + ".onnx";
};

// As read from a file with that text.
inline OnnxModel read_text(const std::string& text) {
  const TemporaryModelFile file;
  std::ofstream(file.path, std::ios::binary) << model_from_text(text).SerializeAsString();
  return read_onnx(file.path);
}

}  // namespace bricks::onnx_io
