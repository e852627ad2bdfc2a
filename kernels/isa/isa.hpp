// The instruction sets that kernels are compiled for, and the choice of one at run time.
//
// Adding an ISA: one row in isa_list, its compiler flags in kernels/CMakeLists.txt, its xsimd architecture in
// kernels/simd/simd.hpp, its tile sizes where a kernel has any.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bricks {

enum class Isa : std::uint8_t { sse42, avx2, avx512, neon64 };

struct IsaInfo {
  Isa isa;
  std::string_view name;
  int lanes;  // floats in a vector; the c of the blocked layout NCHWc
};

// The ISAs compiled into this build, slowest first.
#if defined(__aarch64__)
inline constexpr IsaInfo isa_list[] = {{Isa::neon64, "neon64", 4}};
#else
inline constexpr IsaInfo isa_list[] = {
    {Isa::sse42, "sse4.2", 4}, {Isa::avx2, "avx2", 8}, {Isa::avx512, "avx512", 16}};
#endif

// True when both this build has the ISA and the CPU and its operating system run it.
bool isa_supported(Isa isa);

// The fastest supported ISA.
Isa best_isa();

// The compiled ISA of that name ("avx2", ...), whether or not this CPU runs it.
std::optional<Isa> isa_from_name(std::string_view name);

const IsaInfo& isa_info(Isa isa);

}  // namespace bricks
