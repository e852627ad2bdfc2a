#!/usr/bin/env bash
# oneDNN behind the protocol of README.md: compiles onednn/ where that has changed, and runs it. A name that ends in
# _winograd (onednn_winograd.sh links here) asks for Winograd convolutions.
set -euo pipefail

name=$(basename "$0" .sh)
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
program="${XDG_CACHE_HOME:-$HOME/.cache}/bricks/backends/onednn/onednn"

# Into a file of its own first: whoever runs the program sees the old one or the new one.
compile() {
  mkdir -p "$(dirname "$program")"
  c++ -std=c++20 -O2 -fopenmp -I"$here/../.." -DONNX_NAMESPACE=onnx -DONNX_ML=1 "$here"/onednn/*.cpp \
    -ldnnl -lonnx_proto -lprotobuf -o "$program.$$" >&2 && mv "$program.$$" "$program"
}

sources=("$here/onednn" "$here/seeded_hash.hpp" "$here/support/served.hpp")
if [ ! -e "$program" ] || [ -n "$(find "${sources[@]}" -newer "$program" -print -quit)" ]; then
  if ! compile; then
    read -r _ || true
    echo '{"error": "oneDNN 2 and its headers do not compile here: ./bench/backends/install.sh onednn installs them"}'
    exit 2
  fi
fi
case "$name" in
  *_winograd) exec "$program" winograd ;;
  *) exec "$program" direct ;;
esac
