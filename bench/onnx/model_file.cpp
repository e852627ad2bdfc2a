#include "bench/onnx/model_file.hpp"

#include "bench/onnx/wire_format.hpp"
#include "engine/error.hpp"

#include <limits>

namespace bricks::onnx_io {
namespace {

using ONNX_NAMESPACE::GraphProto;
using ONNX_NAMESPACE::ModelProto;
using ONNX_NAMESPACE::TensorProto;

class Parser {
 public:
  explicit Parser(std::shared_ptr<const MappedFile> file) : file_(std::move(file)) {}

  ModelFile run() {
    const std::string_view whole(reinterpret_cast<const char*>(file_->data()), file_->size());
    const bool parsed = merge_around(whole, ModelProto::kGraphFieldNumber, result_.model,
                                     [this](std::string_view graph) { return parse_graph(graph); });
    if (!parsed || !result_.model.has_graph()) throw Error("no ONNX model, or a damaged one");
    file_->release(0, file_->size());
    return std::move(result_);
  }

 private:
  bool parse_graph(std::string_view bytes) {
    return merge_around(bytes, GraphProto::kInitializerFieldNumber, *result_.model.mutable_graph(),
                        [this](std::string_view tensor) { return parse_initialiser(tensor); });
  }

  bool parse_initialiser(std::string_view bytes) {
    FilePart& raw = result_.raw.emplace_back();
    return merge_around(bytes, TensorProto::kRawDataFieldNumber,
                        *result_.model.mutable_graph()->add_initializer(), [&](std::string_view values) {
                          raw = part(values);
                          return true;
                        });
  }

  FilePart part(std::string_view bytes) const {
    const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
    return {file_, static_cast<std::size_t>(begin - file_->data()), bytes.size()};
  }

  std::shared_ptr<const MappedFile> file_;
  ModelFile result_;
};

}  // namespace

ModelFile parse_model(std::shared_ptr<const MappedFile> file) {
  if (file->size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw Error(std::to_string(file->size()) +
                " bytes, expected at most 2 GiB with larger weights as external data");
  return Parser(std::move(file)).run();
}

}  // namespace bricks::onnx_io
