#!/usr/bin/env bash
# ./tests/full_size.sh [--small] [NAME...]: the zoo's models (all fifty where none is named) at full size on the
# engine, layerwise and fused, against the scalar reference. All of them: 3.3 trillion multiply-accumulates in scalar
# double precision at about 4 billion a second on two idle cores. One line a model; exit status 1 where one is off.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../bench/setup.sh"

install_missing "$build_packages$test_packages"
build_preset release check_zoo
exec "$root/build/release/tests/check_zoo" "$@"
