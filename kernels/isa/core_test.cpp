#include "kernels/isa/core.hpp"

#include <doctest/doctest.h>

using namespace bricks;

TEST_CASE("core: which CPUs begin one multiply-add of 512 bits a cycle") {
  CHECK(has_single_512_bit_unit({"AuthenticAMD", 0x19, 0x11}));        // Genoa
  CHECK_FALSE(has_single_512_bit_unit({"AuthenticAMD", 0x1a, 0x02}));  // Turin
  CHECK(has_single_512_bit_unit({"GenuineIntel", 6, 0x8c}));           // Tiger Lake
  CHECK_FALSE(has_single_512_bit_unit({"GenuineIntel", 6, 0x8f}));     // Sapphire Rapids
  CHECK_FALSE(has_single_512_bit_unit({"GenuineIntel", 6, 0x55}));     // Cascade Lake
  CHECK_FALSE(has_single_512_bit_unit({"SomebodyElse", 0x19, 0x11}));
}

#if defined(__x86_64__)
TEST_CASE("core: what is known of CPUs holds for the instruction set that it was measured with") {
  const CpuModel genoa{"AuthenticAMD", 0x19, 0x11}, emerald_rapids{"GenuineIntel", 6, 0xcf};
  CHECK(core_of(Isa::avx512, genoa).multiply_adds_per_cycle <
        core_of(Isa::avx512, emerald_rapids).multiply_adds_per_cycle);
  CHECK(core_of(Isa::avx2, genoa).multiply_adds_per_cycle ==
        core_of(Isa::avx2, emerald_rapids).multiply_adds_per_cycle);
  CHECK(core_of(Isa::avx512, genoa).sum_cost == 1);
  CHECK(core_of(Isa::avx512, emerald_rapids).sum_cost > 1);
  CHECK(core_of(Isa::avx2, emerald_rapids).sum_cost == 1);
}
#endif

TEST_CASE("core: every instruction set has one, the same at every call") {
  for (const IsaInfo& info : isa_list) {
    const Core core = core_of(info.isa);
    CHECK(core.lanes == info.lanes);
    CHECK(core.multiply_adds_per_cycle >= 1);
    CHECK(core.multiply_adds_per_cycle <= 2);
    CHECK(core.sum_cost >= 1);
    CHECK(core_of(info.isa).multiply_adds_per_cycle == core.multiply_adds_per_cycle);
  }
}
