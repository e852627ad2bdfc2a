// ONNX's operator schemas and the parser of its text form, with the compiler's warnings about them kept out.
#pragma once

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
#include <onnx/defs/parser.h>
#include <onnx/defs/schema.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
