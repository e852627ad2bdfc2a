#include "kernels/isa/core.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace bricks {
namespace {

constexpr std::uint32_t zen_4_family = 0x19;  // Zen 3 too, which has no AVX-512
// Cannon Lake, Ice Lake, Tiger Lake and Rocket Lake, all of family 6.
constexpr std::uint32_t intel_client_models[] = {0x66, 0x7d, 0x7e, 0x8c, 0x8d, 0xa7};

#if defined(__x86_64__)
bool this_has_single_512_bit_unit() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (__get_cpuid(0, &eax, &ebx, &ecx, &edx) == 0) return false;
  char vendor[12];
  std::memcpy(vendor, &ebx, 4);
  std::memcpy(vendor + 4, &edx, 4);
  std::memcpy(vendor + 8, &ecx, 4);
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0) return false;
  const std::uint32_t base = eax >> 8 & 0xf, family = base == 0xf ? base + (eax >> 20 & 0xff) : base;
  return has_single_512_bit_unit({vendor, sizeof vendor}, family, (eax >> 4 & 0xf) | (eax >> 12 & 0xf0));
}
#else
bool this_has_single_512_bit_unit() { return false; }
#endif

// Two at 95 % where a core is known to begin two. Zen 4 begins one, but its transforms and sums, whose costs
// were measured on Zen 5, take longer too: with 1.5 the choice was right or within 4.1 % for 27 convolutions
// of residual networks. SSE4.2 has no multiply-add; NEON64's cores begin one, two or four.
constexpr double two_a_cycle = 1.9, between_one_and_two = 1.5;

}  // namespace

bool has_single_512_bit_unit(std::string_view vendor, std::uint32_t family, std::uint32_t model) {
  if (vendor == "AuthenticAMD") return family == zen_4_family;
  return vendor == "GenuineIntel" && family == 6 &&
         std::find(std::begin(intel_client_models), std::end(intel_client_models), model) !=
             std::end(intel_client_models);
}

Core core_of(Isa isa) {
  static const bool single = this_has_single_512_bit_unit();
  const bool two = isa == Isa::avx2 || (isa == Isa::avx512 && !single);
  return {isa_info(isa).lanes, two ? two_a_cycle : between_one_and_two};
}

}  // namespace bricks
