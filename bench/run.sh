#!/usr/bin/env bash
# ./bench/run.sh ARGUMENTS: installs what is missing, brings the release build up to date and runs bricks-bench.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

install_missing "$build_packages"
build_preset release bricks-bench
exec "$root/build/release/bench/bricks-bench" "$@"
