// protobuf's wire format as far as it takes to read a message around one of its fields. A message is its
// fields one behind the other, and reading it in pieces is the same as reading it whole:
// https://protobuf.dev/programming-guides/encoding
#pragma once

#include "bench/onnx/proto.hpp"

#include <functional>
#include <string_view>

namespace bricks::onnx_io {

// Reads bytes, at most 2 GiB, into message; the contents of field `number`, which has to be a message, string
// or bytes, are handed to `take` instead, in order. protobuf copies every `bytes` field that it reads and has
// no way around it (3.21), which would hold a model's weights once more.
// False for bytes that are no such message, and where `take` says so.
bool merge_around(std::string_view bytes, int number, google::protobuf::MessageLite& message,
                  const std::function<bool(std::string_view contents)>& take);

}  // namespace bricks::onnx_io
