#include "bench/onnx/wire_format.hpp"

#include <cstdint>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/message_lite.h>

namespace bricks::onnx_io {
namespace {

using google::protobuf::MessageLite;
using google::protobuf::io::CodedInputStream;

// Groups (3 and 4), which protobuf has given up and ONNX never had, are left out.
enum : std::uint32_t { varint = 0, fixed64 = 1, delimited = 2, fixed32 = 5 };

const std::uint8_t* data(std::string_view bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

bool merge(std::string_view piece, MessageLite& message) {
  if (piece.empty()) return true;
  CodedInputStream in(data(piece), static_cast<int>(piece.size()));
  return message.MergeFromCodedStream(&in) && in.ConsumedEntireMessage();
}

bool skip_value(CodedInputStream& in, std::uint32_t wire_type) {
  std::uint64_t ignored;
  int length;
  switch (wire_type) {
    case varint:
      return in.ReadVarint64(&ignored);
    case fixed64:
      return in.Skip(8);
    case delimited:
      return in.ReadVarintSizeAsInt(&length) && in.Skip(length);
    case fixed32:
      return in.Skip(4);
    default:
      return false;
  }
}

}  // namespace

bool merge_around(std::string_view bytes, int number, MessageLite& message,
                  const std::function<bool(std::string_view contents)>& take) {
  const std::uint32_t taken = static_cast<std::uint32_t>(number) << 3 | delimited;
  const auto between = [&](int begin, int end) {
    return bytes.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  };
  CodedInputStream in(data(bytes), static_cast<int>(bytes.size()));
  int merged = 0;  // up to here
  for (int begin = 0; const std::uint32_t tag = in.ReadTag(); begin = in.CurrentPosition()) {
    if (tag != taken) {
      if (!skip_value(in, tag & 7)) return false;
      continue;
    }
    int length;
    if (!in.ReadVarintSizeAsInt(&length)) return false;
    const int contents = in.CurrentPosition();
    if (!in.Skip(length)) return false;
    if (!merge(between(merged, begin), message) || !take(between(contents, contents + length))) return false;
    merged = contents + length;
  }
  return in.ConsumedEntireMessage() && merge(between(merged, static_cast<int>(bytes.size())), message);
}

}  // namespace bricks::onnx_io
