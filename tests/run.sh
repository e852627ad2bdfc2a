#!/usr/bin/env bash
# ./tests/run.sh [--quick | --all]: installs what is missing, builds and runs every test; --quick the release build's
# alone, --all under ThreadSanitizer too, which takes another six minutes.
#   release   all tests and checks        asan      all tests under AddressSanitizer, the libraries under
#                                                   UndefinedBehaviorSanitizer too
#   tsan      all but the kernels, which own no threads      aarch64   the kernels for NEON64 under qemu-user
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../bench/setup.sh"

presets=(release asan)
[ "$(uname -m)" != x86_64 ] || presets+=(aarch64)
case ${1-} in
  '') ;;
  --quick) presets=(release) ;;
  --all) presets+=(tsan) ;;
  *) echo "usage: tests/run.sh [--quick | --all]" >&2; exit 2 ;;
esac

passed=0 failed=0

# A build that fails counts as one failed test.
run_preset() {
  local preset=$1 log=$root/build/$1.log
  echo "=== $preset"
  if ! build_preset "$preset"; then
    failed=$((failed + 1))
    return
  fi
  (cd "$root" && ctest --preset "$preset" -j "$(nproc)" --timeout 300 --no-tests=error) 2>&1 | tee "$log" || true
  if [[ $(<"$log") =~ ([0-9]+)\ tests\ failed\ out\ of\ ([0-9]+) ]]; then
    failed=$((failed + BASH_REMATCH[1])) passed=$((passed + BASH_REMATCH[2] - BASH_REMATCH[1]))
  else
    failed=$((failed + 1))
  fi
}

install_missing "$build_packages$test_packages"
for preset in "${presets[@]}"; do
  run_preset "$preset"
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
