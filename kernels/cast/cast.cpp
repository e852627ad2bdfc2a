#include "kernels/cast/cast.hpp"

#include <limits>
#include <type_traits>

namespace bricks::kernels {
namespace {

struct Boolean {
  std::uint8_t byte;
};

template <class To, class From>
To converted(From value) {
  if constexpr (std::is_same_v<From, Boolean>) {
    return converted<To>(static_cast<std::int32_t>(value.byte != 0));
  } else if constexpr (std::is_same_v<To, Boolean>) {
    return Boolean{static_cast<std::uint8_t>(value != 0)};
  } else if constexpr (std::is_same_v<From, float> && std::is_integral_v<To>) {
    // 2^31 or 2^63, exact as a float; the largest integer itself is not.
    constexpr float limit = -static_cast<float>(std::numeric_limits<To>::min());
    if (value != value) return 0;
    if (value >= limit) return std::numeric_limits<To>::max();
    if (value < -limit) return std::numeric_limits<To>::min();
    return static_cast<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

template <class From, class To>
void run(const void* x, void* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  const From* from = static_cast<const From*>(x);
  To* to = static_cast<To*>(y);
  for (std::ptrdiff_t i = begin; i < end; ++i) to[i] = converted<To>(from[i]);
}

using Run = void (*)(const void*, void*, std::ptrdiff_t, std::ptrdiff_t);

template <class From>
Run run_from(CastType to) {
  switch (to) {
    case CastType::float32:
      return run<From, float>;
    case CastType::int32:
      return run<From, std::int32_t>;
    case CastType::int64:
      return run<From, std::int64_t>;
    case CastType::boolean:
      break;
  }
  return run<From, Boolean>;
}

Run choose(CastType from, CastType to) {
  switch (from) {
    case CastType::float32:
      return run_from<float>(to);
    case CastType::int32:
      return run_from<std::int32_t>(to);
    case CastType::int64:
      return run_from<std::int64_t>(to);
    case CastType::boolean:
      break;
  }
  return run_from<Boolean>(to);
}

}  // namespace

void cast(CastType from, CastType to, const void* x, void* y, std::ptrdiff_t begin, std::ptrdiff_t end) {
  choose(from, to)(x, y, begin, end);
}

}  // namespace bricks::kernels
