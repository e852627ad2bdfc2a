#include "kernels/isa/isa.hpp"

namespace bricks {

// The compiler's run-time check asks XGETBV for the operating system's register state too; xsimd 8.1's does
// not.
bool isa_supported(Isa isa) {
#if defined(__aarch64__)
  return isa == Isa::neon64;
#else
  switch (isa) {
    case Isa::sse42:
      return __builtin_cpu_supports("sse4.2");
    case Isa::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
             __builtin_cpu_supports("bmi2");
    case Isa::avx512:
      return isa_supported(Isa::avx2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    case Isa::neon64:
      return false;
  }
  return false;
#endif
}

Isa best_isa() {
  Isa best = isa_list[0].isa;
  for (const IsaInfo& info : isa_list)
    if (isa_supported(info.isa)) best = info.isa;
  return best;
}

std::optional<Isa> isa_from_name(std::string_view name) {
  for (const IsaInfo& info : isa_list)
    if (info.name == name) return info.isa;
  return std::nullopt;
}

const IsaInfo& isa_info(Isa isa) {
  for (const IsaInfo& info : isa_list)
    if (info.isa == isa) return info;
  return isa_list[0];
}

}  // namespace bricks
