// An ONNX file without what is large in it: the values of initialisers stay where they are.
#pragma once

#include "bench/onnx/proto.hpp"
#include "bench/onnx/stored_values.hpp"

#include <memory>
#include <vector>

namespace bricks::onnx_io {

struct ModelFile {
  ONNX_NAMESPACE::ModelProto model;  // its initialisers without raw_data
  std::vector<FilePart> raw;         // the raw_data of each initialiser; no part where it has none
};

// Throws Error for a file that is no ONNX model or a damaged one, and for one of more than 2 GiB.
ModelFile parse_model(std::shared_ptr<const MappedFile> file);

}  // namespace bricks::onnx_io
