// For tests: models in ONNX's text form.
#pragma once

#include "bench/onnx/defs.hpp"
#include "bench/onnx/reader.hpp"
#include "bench/session/temporary_folder.hpp"

#include <fstream>
#include <string>

#include <doctest/doctest.h>

namespace bricks::onnx_io {

inline ONNX_NAMESPACE::ModelProto model_from_text(const std::string& text) {
  ONNX_NAMESPACE::ModelProto model;
  const auto status = ONNX_NAMESPACE::OnnxParser::Parse(model, text.c_str());
  REQUIRE_MESSAGE(status.IsOK(), status.ErrorMessage());
  return model;
}

// As read from a file with that text.
inline OnnxModel read_text(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "model.onnx";
  std::ofstream(path, std::ios::binary) << model_from_text(text).SerializeAsString();
  return read_onnx(path);
}

}  // namespace bricks::onnx_io
