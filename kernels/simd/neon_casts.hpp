// xsimd 8.1 (Debian 12) casts on NEON through a table of 81 function pointers: the same register in the end,
// but every pair of types takes gcc 12 some four seconds to compile, in every file. Specialised here for the
// pairs of exp, log and their like.
#pragma once

#include <xsimd/xsimd.hpp>

#if XSIMD_VERSION_MAJOR == 8

namespace xsimd::kernel {

template <>
inline batch<int32_t, neon64> bitwise_cast<neon64, float, int32_t>(batch<float, neon64> const& from,
                                                                   batch<int32_t, neon64> const&,
                                                                   requires_arch<neon>) noexcept {
  return vreinterpretq_s32_f32(from);
}

template <>
inline batch<float, neon64> bitwise_cast<neon64, int32_t, float>(batch<int32_t, neon64> const& from,
                                                                 batch<float, neon64> const&,
                                                                 requires_arch<neon>) noexcept {
  return vreinterpretq_f32_s32(from);
}

template <>
inline batch<uint32_t, neon64> bitwise_cast<neon64, float, uint32_t>(batch<float, neon64> const& from,
                                                                     batch<uint32_t, neon64> const&,
                                                                     requires_arch<neon>) noexcept {
  return vreinterpretq_u32_f32(from);
}

template <>
inline batch<float, neon64> bitwise_cast<neon64, uint32_t, float>(batch<uint32_t, neon64> const& from,
                                                                  batch<float, neon64> const&,
                                                                  requires_arch<neon>) noexcept {
  return vreinterpretq_f32_u32(from);
}

}  // namespace xsimd::kernel

#endif
