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

constexpr std::string_view intel = "GenuineIntel";

#if defined(__x86_64__)
CpuModel this_cpu() {
  static char vendor[12];
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (__get_cpuid(0, &eax, &ebx, &ecx, &edx) == 0) return {};
  std::memcpy(vendor, &ebx, 4);
  std::memcpy(vendor + 4, &edx, 4);
  std::memcpy(vendor + 8, &ecx, 4);
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0) return {};
  const std::uint32_t base = eax >> 8 & 0xf, family = base == 0xf ? base + (eax >> 20 & 0xff) : base;
  return {{vendor, sizeof vendor}, family, (eax >> 4 & 0xf) | (eax >> 12 & 0xf0)};
}
#else
CpuModel this_cpu() { return {}; }
#endif

// Two at 95 % where a core is known to begin two. Zen 4 begins one, but its transforms and sums, whose costs
// were measured on Zen 5, take longer too: with 1.5 the choice was right or within 4.1 % for 27 convolutions
// of residual networks. SSE4.2 has no multiply-add; NEON64's cores begin one, two or four.
constexpr double two_a_cycle = 1.9, between_one_and_two = 1.5;

// Intel's with AVX-512: of 153 convolutions between the direct method and Strassen's two levels the choice
// takes on an Emerald Rapids 1.98 % longer than the fastest on one core, weighed by their times 0.24,
// and 1.27 and 0.83 on two; by AMD's sums 2.37, 1.04, 1.63 and 1.09.
constexpr double intel_sum_cost = 1.2;

}  // namespace

bool has_single_512_bit_unit(const CpuModel& cpu) {
  if (cpu.vendor == "AuthenticAMD") return cpu.family == zen_4_family;
  return cpu.vendor == intel && cpu.family == 6 &&
         std::find(std::begin(intel_client_models), std::end(intel_client_models), cpu.model) !=
             std::end(intel_client_models);
}

Core core_of(Isa isa, const CpuModel& cpu) {
  const bool two = isa == Isa::avx2 || (isa == Isa::avx512 && !has_single_512_bit_unit(cpu));
  return {.lanes = isa_info(isa).lanes,
          .multiply_adds_per_cycle = two ? two_a_cycle : between_one_and_two,
          .sum_cost = isa == Isa::avx512 && cpu.vendor == intel ? intel_sum_cost : 1};
}

Core core_of(Isa isa) {
  static const CpuModel cpu = this_cpu();
  return core_of(isa, cpu);
}

}  // namespace bricks
