// Elements that are moved and never calculated with: integers that may stand for any type of their size.
#pragma once

#include <cstdint>

namespace bricks::kernels {

struct [[gnu::may_alias]] Bits32 {
  std::uint32_t bits;
};
struct [[gnu::may_alias]] Bits64 {
  std::uint64_t bits;
};

// A pixel of a blocked tensor. Its size is known to the compiler, so a copy is a few vector moves and no
// call.
template <int size>
struct [[gnu::may_alias]] Pixel {
  unsigned char bytes[size];
};

}  // namespace bricks::kernels
