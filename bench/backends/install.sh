#!/usr/bin/env bash
# Installs what a backend needs: ./bench/backends/install.sh NAME
set -euo pipefail

cache="${XDG_CACHE_HOME:-$HOME/.cache}/bricks/backends"
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
packages() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >&2; }

case "${1:-}" in
  onnxruntime)
    packages g++ nlohmann-json3-dev
    command -v npm >/dev/null || packages nodejs npm
    mkdir -p "$cache/onnxruntime"
    # Without scripts: they would fetch GPU libraries; the CPU library is in the package.
    npm install --prefix "$cache/onnxruntime" --ignore-scripts --no-audit --no-fund onnxruntime-node@^1.20 >&2
    "$(dirname "$0")/onnxruntime.sh" <<<'{"command":"describe"}' >&2 # compiles it
    ;;
  pytorch)
    packages python3-torch python3-onnx python3-numpy
    ;;
  onednn | onednn_winograd)
    packages g++ libdnnl-dev libonnx-dev libprotobuf-dev nlohmann-json3-dev
    "$(dirname "$0")/onednn.sh" <<<'{"command":"describe"}' >&2 # compiles it
    ;;
  opencv)
    packages python3-opencv python3-onnx python3-numpy
    ;;
  torchvision) # no backend: what checks/torchvision_models.py needs
    packages python3-torchvision python3-onnx python3-numpy
    ;;
  *)
    echo "usage: $0 onnxruntime | pytorch | onednn | opencv | torchvision" >&2
    exit 2
    ;;
esac
echo "$1 is installed"
