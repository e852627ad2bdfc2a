#!/usr/bin/env bash
# ONNX Runtime behind the protocol of README.md, through the C API of the library in the npm package: that package's own
# binding copies every output behind each run. Compiles onnxruntime/ where that has changed, and runs it.
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
cache="${XDG_CACHE_HOME:-$HOME/.cache}/bricks/backends"
program="$cache/onnxruntime/onnxruntime"
sources=("$here/onnxruntime" "$here/seeded_hash.hpp" "$here/support/served.hpp")
case "$(uname -m)" in aarch64) architecture=arm64 ;; *) architecture=x64 ;; esac
libraries=("${BRICKS_ONNXRUNTIME:-$cache/onnxruntime}"/node_modules/onnxruntime-node/bin/napi-v*/linux/"$architecture"/libonnxruntime.so.1)

refuse() {
  read -r _ || true
  echo "{\"error\": \"$1: ./bench/backends/install.sh onnxruntime installs it\"}"
  exit 2
}

# Into a file of its own first: whoever runs the program sees the old one or the new one.
compile() {
  mkdir -p "$(dirname "$program")"
  c++ -std=c++20 -O2 -I"$here/../.." "$here"/onnxruntime/*.cpp -ldl -o "$program.$$" >&2 && mv "$program.$$" "$program"
}

[ -e "${libraries[0]}" ] || refuse "libonnxruntime.so.1 is not there"
if [ ! -e "$program" ] || [ -n "$(find "${sources[@]}" -newer "$program" -print -quit)" ]; then
  compile || refuse "its program does not compile here"
fi
exec "$program" "${libraries[0]}"
