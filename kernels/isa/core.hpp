// What the choice between algorithms has to know of a core: how fast it multiplies and adds, and how it adds
// up what lies in its caches. Known from the instruction set and the CPU's family and model, never from a
// measurement, so that every run on a machine chooses alike.
#pragma once

#include "kernels/isa/isa.hpp"

#include <cstdint>
#include <string_view>

namespace bricks {

struct Core {
  int lanes;                       // floats in a vector
  double multiply_adds_per_cycle;  // of vectors, as the choice counts with them (kernels/conv/cost.hpp)
  double sum_cost = 1;             // of Strassen's sums (kernels/strassen/strassen.hpp), as a share of AMD's
};

// As CPUID leaves 0 and 1 have them, the extended parts included.
struct CpuModel {
  std::string_view vendor;
  std::uint32_t family, model;
};

Core core_of(Isa isa, const CpuModel& cpu);
// Of this machine, for an ISA that this build has.
Core core_of(Isa isa);

// True for CPUs that begin one multiply-add of 512 bits a cycle, where others begin two: Zen 4, which does
// each in two halves, and Intel's client cores, which lack the second unit (Intel 64 and IA-32 Architectures
// Optimization Reference Manual, Ice Lake client). Unknown ones count as beginning two.
bool has_single_512_bit_unit(const CpuModel& cpu);

}  // namespace bricks
