#!/usr/bin/env bash
# isa_symbols.sh ISA OBJECT...: no code of an ISA's object files can take the place of another file's.
#
# A weak symbol without a mark of its ISA (an instantiation of std::vector, say) exists in several object files; the
# linker keeps any of them, perhaps the AVX-512 one, and an older CPU meets an illegal instruction. So every function
# that other files can see must name the ISA: our namespace, xsimd's architecture or the Isa template argument. Static
# constructors are refused too: they would run on every CPU, before the choice of an ISA.
set -euo pipefail
isa=$1
shift
case $isa in
  SSE42) mark='kernels::sse42::|xsimd::sse4_2\b|\(bricks::Isa\)0' ;;
  AVX2) mark='kernels::avx2::|xsimd::fma3<xsimd::avx2>|\(bricks::Isa\)1' ;;
  AVX512) mark='kernels::avx512::|xsimd::avx512bw\b|\(bricks::Isa\)2' ;;
  NEON64) mark='kernels::neon64::|xsimd::neon64\b|\(bricks::Isa\)3' ;;
  *) echo "unknown ISA $isa" >&2; exit 2 ;;
esac

status=0
for object in "$@"; do
  symbols=$(nm -C "$object")
  foreign=$(grep -E '^[0-9a-f]+ [TWi] ' <<<"$symbols" | grep -vE "$mark" || true)
  constructors=$(grep -E ' t _GLOBAL__sub_I_| t __static_initialization' <<<"$symbols" || true)
  for bad in "$foreign" "$constructors"; do
    [ -z "$bad" ] && continue
    printf '%s (%s):\n%s\n' "$object" "$isa" "$bad" >&2
    status=1
  done
done
exit $status
